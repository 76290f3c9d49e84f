import { maxLength } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useUnderway } from './desk-changes.store.ts';

/**
 * Asks for the reason that the patient will read; stays open with it after a refusal [ADM-6,
 * VAL-4].
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
  const busy = useUnderway(entry.id) === 'reject';

  async function reject(): Promise<void> {
    if (await onReject(entry, reason.trim())) onOpenChange(false);
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
    </ConfirmDialog>
  );
}
