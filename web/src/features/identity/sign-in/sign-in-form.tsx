import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { lateResolver } from '../../../api/forms/late-resolver.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { signIn } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { asksSecondStep, fieldOfProblem } from '../account-problem.ts';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';

const loadCredentials = async () => (await import('./credentials.ts')).credentials;
const resolver = lateResolver(loadCredentials);

/**
 * The sign-in form: email, password and remember-me [LOGIN-1]. After success the session's state
 * changes; `onSecondStep` is called if a second factor is needed.
 */
export function SignInForm({
  rememberMe,
  onRememberMe,
  onEmail,
  onSecondStep,
}: {
  rememberMe: boolean;
  onRememberMe: (rememberMe: boolean) => void;
  /** Called whenever the user changes the typed email. */
  onEmail: (email: string) => void;
  onSecondStep: () => void;
}): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const form = useForm({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = form.handleSubmit(async (values) => {
    setTrouble(undefined);
    try {
      await signIn({ ...values, rememberMe });
    } catch (failure) {
      if (asksSecondStep(failure)) return onSecondStep();
      const message = problemText(failure, t.identity.somethingWrong);
      const field = fieldOfProblem(failure);
      if (field === undefined) return setTrouble(troubleOf(failure, message));
      form.setError(field, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...bind('email')}
        onInput={({ currentTarget }) => {
          onEmail(currentTarget.value);
          // The validation loads while the user types.
          void loadCredentials().catch(() => undefined);
        }}
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
        autoComplete="current-password"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={t.identity.rememberMe}
          checked={rememberMe}
          onChange={({ target }) => onRememberMe(target.checked)}
        />
        <TextLink
          href="/forgot-password"
          className="inline-flex min-h-11 items-center text-[0.9375rem] md:pointer-fine:min-h-6"
        >
          {t.identity.forgotPassword}
        </TextLink>
      </div>
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.identity.signingIn}
      >
        {t.identity.signIn}
      </Button>
    </form>
  );
}
