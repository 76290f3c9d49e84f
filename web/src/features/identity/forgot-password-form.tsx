import { email } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { requestPasswordReset } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { fieldOfProblem } from './account-problem.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { TroubleNotice } from './trouble-notice.tsx';

const request = z.object({ email });

/**
 * The form to request a link for setting a new password [ROUTE-10]. `onSent` gets the email
 * address.
 */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(request), defaultValues: { email: '' } });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();

  const submit = form.handleSubmit(async (values) => {
    setTrouble(undefined);
    try {
      await requestPasswordReset(values.email);
      onSent(values.email);
    } catch (failure) {
      const message = problemText(failure, t.identity.somethingWrong);
      if (fieldOfProblem(failure) !== 'email') return setTrouble(troubleOf(failure, message));
      form.setError('email', { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        {...bind('email')}
        label={t.identity.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.identity.sendingResetLink}
      >
        {t.identity.sendResetLink}
      </Button>
    </form>
  );
}
