import { renamePoint, type ServicePoint } from '@baari/contract/lines/shared-line.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { pointNameLength } from './line-form.ts';

/** Renames a counter, to which patients are called by this name. */
export function RenamePointDialog({
  point,
  onClose,
}: {
  point: ServicePoint;
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const problemText = useProblemText();
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(point.name);
  const write = useWrite(renamePoint, {
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const isReady = name.trim() !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || write.isPending) return;
    write.mutate({ params: { id: point.id }, body: { name: name.trim() } });
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.renamePointOf(point.name)}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && <Notice tone="danger">{problemText(write.error, t.renameFailed)}</Notice>}
        <TextField
          label={t.calledAs}
          hint={t.calledAsHint}
          required
          maxLength={pointNameLength}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </FormDialog>
  );
}
