import { addHandOff, correctHandOff, type HandOff } from '@baari/contract/visit/hand-offs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { faultyLines, linesToSave, newLine, typedLines } from './hand-off-form.ts';
import { handOffsQuery } from './hand-off-queries.ts';
import { LinesEditor } from './lines-editor.tsx';

/** The dialog in which staff correct a hand-off note, or write a new one to the same line. */
export function HandOffDialog({
  entryId,
  note,
  isNew = false,
  onClose,
}: {
  /** The entry from whose screen the dialog was opened. */
  entryId: string;
  note: Pick<HandOff, 'id' | 'to' | 'lines'>;
  /** Whether a new note is written, because the next stop has called the patient. */
  isNew?: boolean;
  onClose: () => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const formId = useId();
  const client = useQueryClient();
  const problemText = useProblemText();
  const [lines, setLines] = useState(() => (isNew ? [newLine()] : typedLines(note.lines)));
  const [wasTried, setTried] = useState(false);
  const saved = {
    onSuccess({ handOffs }: { handOffs: HandOff[] }): void {
      // The answer is as seen from the author's step, which may be another one.
      void client.invalidateQueries({ queryKey: handOffsQuery(entryId).queryKey });
      if (handOffs.length > 0) toast({ type: 'success', title: t.saved });
      onClose();
    },
  };
  const correct = useWrite(correctHandOff, saved);
  const add = useWrite(addHandOff, saved);
  const error = correct.error ?? add.error;
  const isBusy = correct.isPending || add.isPending;
  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (isBusy || faultyLines(lines).length > 0) return;
    const body = { lines: linesToSave(lines) };
    if (isNew) {
      add.mutate({ params: { id: entryId }, body: { ...body, lineId: note.to.lineId } });
    } else correct.mutate({ params: { id: note.id }, body });
  }
  return (
    <FormDialog
      formId={formId}
      title={isNew ? t.titleFor(note.to.name) : t.correctTitle(note.to.name)}
      {...(isNew ? {} : { description: t.correctHint })}
      submitLabel={t.save}
      busy={isBusy}
      busyLabel={t.saving}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
        {error && <Notice tone="danger">{problemText(error, t.saveFailed)}</Notice>}
        <LinesEditor
          lineId={note.to.lineId}
          lines={lines}
          wasTried={wasTried}
          onChange={setLines}
        />
      </form>
    </FormDialog>
  );
}
