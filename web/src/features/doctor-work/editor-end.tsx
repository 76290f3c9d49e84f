import type { ReactNode } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** The end of an editor: why the last try to save failed, and the ways out. */
export function EditorEnd({
  write,
  onCancel,
  meanwhile,
  isSaidAtFields = false,
}: {
  write: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  onCancel: () => void;
  /** What was saved elsewhere, in place of the refusal. */
  meanwhile?: ReactNode;
  /** The refusal stands beside the fields that it is of. */
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
