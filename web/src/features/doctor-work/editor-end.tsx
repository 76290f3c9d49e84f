import type { ReactNode } from 'react';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** The footer of an edit form: the reason why the last save failed, and the buttons. */
export function EditorEnd({
  write,
  onCancel,
  meanwhile,
  isSaidAtFields = false,
}: {
  write: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  onCancel: () => void;
  /** The notice that somebody else changed the same data. It replaces the error message. */
  meanwhile?: ReactNode;
  /** Whether the form fields already show the reason of the refusal. */
  isSaidAtFields?: boolean;
}): ReactNode {
  const { doctorWork: t } = useMessages('doctorWork');
  const problemText = useProblemText();
  return (
    <>
      {meanwhile}
      {write.isError && !meanwhile && !isSaidAtFields && (
        <Notice tone="danger">{problemText(write.error, t.notSaved)}</Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={write.isPending} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button variant="primary" type="submit" busy={write.isPending} busyLabel={t.saving}>
          {t.save}
        </Button>
      </div>
    </>
  );
}
