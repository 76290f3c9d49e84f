import { maxLength } from '@baari/contract/constants.ts';
import { editScreen, type Screen } from '@baari/contract/screen.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { screensQuery } from './screens-query.ts';
import { idsOf, type ShownDoctors, ShownDoctorsField } from './shown-doctors-field.tsx';

/** Renames a screen and, of a display, chooses whom it shows; its link stays the same [ARR-6]. */
export function EditScreenDialog({
  screen,
  onClose,
}: {
  screen: Screen;
  onClose: () => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const problemText = useProblemText();
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(screen.name);
  const [shown, setShown] = useState<ShownDoctors>({
    which: screen.doctorIds.length === 0 ? 'all' : 'chosen',
    ids: new Set(screen.doctorIds),
  });
  const write = useWrite(editScreen, {
    onSuccess: () => {
      toast({ type: 'success', title: screens.edited });
      onClose();
    },
    onSettled: () => client.invalidateQueries(screensQuery()),
  });
  const doctorIds = idsOf(shown);
  const isReady = name.trim() !== '' && doctorIds !== undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    write.mutate({ params: { id: screen.id }, body: { name: name.trim(), doctorIds } });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={screens.editTitle}
      description={screens.editLead}
      footer={
        <>
          <Button onClick={onClose} disabled={write.isPending}>
            {screens.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={write.isPending}
            busyLabel={screens.saving}
            disabled={!isReady}
          >
            {screens.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {write.error && (
          <Notice tone="danger">{problemText(write.error, screens.editFailed)}</Notice>
        )}
        <TextField
          label={screens.name}
          hint={screens.nameHint}
          required
          maxLength={maxLength.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {screen.kind === 'display' && <ShownDoctorsField shown={shown} onShown={setShown} />}
      </form>
    </Dialog>
  );
}
