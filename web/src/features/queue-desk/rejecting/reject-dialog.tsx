import { maxLength } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { useRecentReasons } from './recent-reasons.store.ts';

/**
 * The dialog that asks for the reason of a rejection, which the patient will read. If the server
 * refuses, the dialog stays open with the typed reason [ADM-6, VAL-4].
 */
export function RejectDialog({
  entry,
  open,
  onOpenChange,
  onReject,
}: {
  entry: StaffEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReject: (entry: StaffEntry, reason: string) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const [reason, setReason] = useState('');
  const [recent, remember] = useRecentReasons();
  const busy = useUnderway(entry.id) === 'reject';

  async function reject(): Promise<void> {
    if (!(await onReject(entry, reason.trim()))) return;
    remember(reason.trim());
    onOpenChange(false);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.queueDesk.rejectTitle}
      description={t.queueDesk.rejectOf(entry.patient.fullName)}
      confirmLabel={t.queueDesk.rejectConfirm}
      cancelLabel={t.common.cancel}
      onConfirm={() => void reject()}
      busy={busy}
      busyLabel={t.queueDesk.processing}
      confirmDisabled={reason.trim() === '' || busy}
    >
      <TextArea
        label={t.queueDesk.rejectReason}
        value={reason}
        maxLength={maxLength.note}
        required
        onChange={(event) => setReason(event.target.value)}
      />
      {recent.length > 0 && (
        <ul aria-label={t.queueDesk.recentReasons} className="mt-2 flex flex-wrap gap-1.5">
          {recent.map((each) => (
            <li key={each} className="min-w-0">
              <Button size="small" className="max-w-full" onClick={() => setReason(each)}>
                <bdi className="truncate">{each}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
