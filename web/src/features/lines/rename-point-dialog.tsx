import { renamePoint, type ServicePoint } from '@baari/contract/shared-line.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/line-queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { pointNameLength } from './line-form.ts';

/** The name by which people are called to a counter. */
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
    <Dialog
      open
      size="small"
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={t.renamePointOf(point.name)}
      footer={
        <>
          <Button onClick={onClose} disabled={write.isPending}>
            {t.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={write.isPending}
            busyLabel={t.saving}
            disabled={!isReady}
          >
            {t.save}
          </Button>
        </>
      }
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
    </Dialog>
  );
}
