import { password } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { usePasswordMin } from '../../api/forms/use-password-min.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type ResetDone, resetPassword } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/form/text-field.tsx';
import { fieldOfProblem } from './account-problem.ts';

const change = z.object({ newPassword: password });

/**
 * The form to set a new password with the token of a mailed link. The link works once [ROUTE-10].
 */
export function ResetPasswordForm({
  token,
  onDone,
  onLinkRefused,
}: {
  token: string;
  onDone: (done: ResetDone) => void;
  /** Called when the link has expired or was already used. The argument is the message to show. */
  onLinkRefused: (message: string) => void;
}): ReactNode {
  const t = useMessages('identity');
  const least = usePasswordMin();
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(change), defaultValues: { newPassword: '' } });
  const bind = useBoundField(form);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      onDone(await resetPassword(token, newPassword));
    } catch (failure) {
      const message = problemText(failure, t.identity.somethingWrong);
      if (failure instanceof ApiProblem && failure.code === 'reset_link_invalid') {
        onLinkRefused(message);
        return;
      }
      const field = fieldOfProblem(failure) === 'password' ? 'newPassword' : 'root';
      form.setError(field, { message }, { shouldFocus: field === 'newPassword' });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        {...bind('newPassword')}
        label={t.identity.newPassword}
        hint={t.identity.passwordHint(least)}
        autoComplete="new-password"
      />
      {errors.root?.message && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.identity.settingPassword}
      >
        {t.identity.setPassword}
      </Button>
    </form>
  );
}

/** Says why the link to set a new password does not work, and how to get a new link. */
export function ResetLinkRefused({ message }: { message: string }): ReactNode {
  const t = useMessages('identity');
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="danger">{message}</Notice>
      <ButtonLink variant="primary" size="large" wide href="/forgot-password">
        {t.identity.askForNewLink}
      </ButtonLink>
    </div>
  );
}
