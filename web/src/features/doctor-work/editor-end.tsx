import type { ReactNode } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

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
  return (
    <>
      {meanwhile}
      {write.isError && !meanwhile && !isSaidAtFields && (
        <ProblemNotice problem={write.error} fallback={t.notSaved} />
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
