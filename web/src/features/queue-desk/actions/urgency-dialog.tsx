import { maxLength, type Urgency, urgencies } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useUnderway } from './desk-changes.store.ts';

/**
 * The dialog in which staff set an urgency that replaces the patient's own choice. Typed text is
 * kept after a refusal [INV-12].
 */
export function UrgencyDialog({
  entry,
  open,
  onOpenChange,
  onJudge,
}: {
  entry: StaffEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onJudge: (entry: StaffEntry, urgency: Urgency, reason: string) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const [urgency, setUrgency] = useState(entry.urgency);
  const [reason, setReason] = useState('');
  const busy = useUnderway(entry.id) === 'urgency';
  const formId = useId();
  const isReady = urgency !== entry.urgency && reason.trim() !== '' && !busy;

  async function judge(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isReady && (await onJudge(entry, urgency, reason.trim()))) onOpenChange(false);
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.queueDesk.urgencyTitle(entry.patient.fullName)}
      description={t.queueDesk.urgencyLead}
      size="small"
      onClose={() => onOpenChange(false)}
      submitLabel={t.queueDesk.urgencyConfirm}
      busy={busy}
      busyLabel={t.queueDesk.urgencySaving}
      disabled={!isReady}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={(event) => void judge(event)}>
        <RadioGroup
          label={t.queueDesk.urgency}
          layout="row"
          value={urgency}
          options={urgencies.map((value) => ({ value, label: t.ui.urgencies[value] }))}
          onChange={({ target: { value } }) => {
            const chosen = urgencies.find((one) => one === value);
            if (chosen) setUrgency(chosen);
          }}
        />
        <TextField
          label={t.queueDesk.urgencyReason}
          hint={t.queueDesk.urgencyReasonHint}
          value={reason}
          maxLength={maxLength.line}
          required
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
