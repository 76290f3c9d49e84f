import { maxLength } from '@baari/contract/constants.ts';
import { email, password, text } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { usePasswordMin } from '../../../api/forms/use-password-min.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { signUpAsPatient } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { fieldOfProblem } from '../account-problem.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { useRoleFailed } from '../use-role-failed.ts';
import { TroubleNotice } from '../trouble-notice.tsx';

const account = z.object({ fullName: text(maxLength.name), email, password });

/**
 * The form for patient sign-up by email [SIGN-2, SIGN-3]. `onDone` gets the email address to which
 * the link was sent.
 */
export function PatientSignUpForm({
  callbackURL,
  onDone,
}: {
  callbackURL: string;
  onDone: (email: string) => void;
}): ReactNode {
  const t = useMessages('identity');
  const least = usePasswordMin();
  const problemText = useProblemText();
  const showRoleFailed = useRoleFailed();
  const form = useForm({
    resolver: zodResolver(account),
    defaultValues: { fullName: '', email: '', password: '' },
  });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = form.handleSubmit(async ({ fullName, ...values }) => {
    setTrouble(undefined);
    try {
      const entered = await signUpAsPatient({ ...values, name: fullName, callbackURL });
      if (entered?.isRoleSet === false) showRoleFailed();
      onDone(values.email);
    } catch (failure) {
      const isTooMany = failure instanceof ApiProblem && failure.status === 429;
      const message = isTooMany
        ? t.identity.tooManySignUps
        : problemText(failure, t.identity.somethingWrong);
      const field = fieldOfProblem(failure);
      if (field === undefined) return setTrouble(troubleOf(failure, message));
      form.setError(field, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...bind('fullName')}
        label={t.identity.fullName}
        labelNote={t.common.optional}
        hint={t.identity.fullNameHint}
        autoComplete="name"
      />
      <TextField
        {...bind('email')}
        label={t.identity.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...bind('password')}
        label={t.identity.password}
        hint={t.identity.passwordHint(least)}
        autoComplete="new-password"
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.identity.creatingAccount}
      >
        {t.identity.createAccount}
      </Button>
    </form>
  );
}
