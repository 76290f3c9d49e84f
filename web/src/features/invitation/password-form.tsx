import { maxLength } from '@baari/contract/constants.ts';
import { password, requiredName } from '@baari/contract/fields.ts';
import { acceptInvitationAsNewcomer } from '@baari/contract/account/team.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { usePasswordMin } from '../../api/forms/use-password-min.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { signIn } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import type { InvitationProps } from './invitation-props.ts';

const newPassword = z.object({ password });
const nameAndPassword = newPassword.extend({ name: requiredName(maxLength.name) });

/**
 * The form in which a new user sets a password and is signed in. The mailed link proves the email
 * address [ROLE-8].
 */
export function PasswordForm({
  token,
  invited,
  asksName,
  hospitalName,
  onAccepted,
  onSignIn,
  onUsedUp,
}: Omit<InvitationProps, 'onSignUp'> & {
  invited: string;
  /**
   * Whether to ask for the name that colleagues will see. A doctor is not asked, because the
   * hospital has already entered the name.
   */
  asksName: boolean;
  hospitalName: string;
  onUsedUp: () => void;
}): ReactNode {
  const { joining: t } = useMessages('joining');
  const least = usePasswordMin();
  const problemText = useProblemText();
  const [isAccepted, setAccepted] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  const form = useForm({
    resolver: zodResolver(
      asksName ? nameAndPassword : newPassword.extend({ name: z.undefined().optional() }),
    ),
    defaultValues: { password: '' },
  });
  const bind = useBoundField(form);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await call(acceptInvitationAsNewcomer, { body: { token, ...values } });
    } catch (failure) {
      setHasAccount(failure instanceof ApiProblem && failure.code === 'account_exists');
      form.setError('root', { message: problemText(failure, t.acceptFailed) });
      return;
    }
    onUsedUp();
    try {
      const credentials = { email: invited, password: values.password, rememberMe: true };
      onAccepted(await signIn(credentials), hospitalName);
    } catch (failure) {
      // The invitation can be accepted only once. So the person must now sign in on the ordinary
      // sign-in page.
      console.warn('The new password was set, but the sign-in failed', failure);
      setAccepted(true);
    }
  });

  if (isAccepted) {
    return (
      <Notice
        tone="success"
        action={
          <ButtonLink variant="primary" href="/login">
            {t.signIn}
          </ButtonLink>
        }
      >
        {t.accepted}
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t.setPassword}</h2>
      <TextField label={t.email} type="email" autoComplete="username" readOnly value={invited} />
      {asksName && <TextField {...bind('name')} label={t.fullName} autoComplete="name" />}
      <PasswordField
        {...bind('password')}
        label={t.password}
        hint={t.passwordHint(least)}
        autoComplete="new-password"
      />
      {errors.root?.message && (
        <Notice tone="danger" action={hasAccount && <Button onClick={onSignIn}>{t.signIn}</Button>}>
          {errors.root.message}
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.accepting}
      >
        {t.accept}
      </Button>
    </form>
  );
}
