import { approvalNote, maxLength } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useUnderway } from './desk-changes.store.ts';

/**
 * The dialog to edit the staff's note on a waiting patient. The typed text is kept after a refusal
 * [STAFF-4, VAL-4].
 */
export function NotesDialog({
  entry,
  open,
  onOpenChange,
  onAdd,
}: {
  entry: StaffEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdd: (entry: StaffEntry, notes: string) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const [notes, setNotes] = useState(written(entry));
  const busy = useUnderway(entry.id) === 'note';
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await onAdd(entry, notes.trim())) onOpenChange(false);
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.queueDesk.notesTitle}
      description={t.queueDesk.notesOf(entry.patient.fullName)}
      size="small"
      initialFocus={field}
      onClose={() => onOpenChange(false)}
      submitLabel={t.queueDesk.notesConfirm}
      busy={busy}
      busyLabel={t.queueDesk.adding}
      disabled={notes.trim() === '' || busy}
    >
      <form id={formId} onSubmit={(event) => void add(event)}>
        <TextArea
          ref={field}
          label={t.queueDesk.notesLabel}
          value={notes}
          maxLength={maxLength.note}
          required
          onChange={(event) => setNotes(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}

/** Returns the note as editable text. The standard note of an approval counts as empty. */
function written({ notes }: StaffEntry): string {
  return notes === null || notes === approvalNote ? '' : notes;
}
