import { addHandOff, correctHandOff, type HandOff } from '@baari/contract/visit/hand-offs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { handOffsRoot } from '../../api/queries/visit-keys.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { faultyLines, linesToSave, newLine, typedLines } from './hand-off-form.ts';
import { LinesEditor } from './lines-editor.tsx';

/** The dialog in which staff correct a hand-off note, or write a new one to the same line. */
export function HandOffDialog({
  addTo,
  note,
  onClose,
}: {
  /**
   * The step of the visit for which a new note is written, because the next stop has called. If it
   * is missing, the note is corrected.
   */
  addTo?: string | undefined;
  note: Pick<HandOff, 'id' | 'to' | 'lines'>;
  onClose: () => void;
}): ReactNode {
  const { handOffs: t } = useMessages('handOffs');
  const formId = useId();
  const client = useQueryClient();
  const [lines, setLines] = useState(() =>
    addTo !== undefined ? [newLine()] : typedLines(note.lines),
  );
  const [wasTried, setTried] = useState(false);
  const saved = {
    onSuccess(): void {
      void client.invalidateQueries({ queryKey: handOffsRoot });
      toast({ type: 'success', title: t.saved });
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
    if (addTo !== undefined) {
      add.mutate({ params: { id: addTo }, body: { ...body, lineId: note.to.lineId } });
    } else correct.mutate({ params: { id: note.id }, body });
  }
  return (
    <FormDialog
      formId={formId}
      title={addTo !== undefined ? t.titleFor(note.to.name) : t.correctTitle(note.to.name)}
      {...(addTo !== undefined ? {} : { description: t.correctHint })}
      submitLabel={t.save}
      busy={isBusy}
      busyLabel={t.saving}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
        {error && <ProblemNotice problem={error} fallback={t.saveFailed} />}
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
