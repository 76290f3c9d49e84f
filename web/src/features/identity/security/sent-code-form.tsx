import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { lateResolver } from '../../../api/forms/late-resolver.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';

const resolver = lateResolver(async () => (await import('./security-forms.ts')).sentCode);

/**
 * Asks for the code that was sent to an email address or phone. If the server refuses the code, the
 * field shows an error.
 */
export function SentCodeForm({
  contact,
  submitLabel,
  onCode,
  children,
}: {
  contact: string;
  submitLabel: string;
  /** Sends the code to the server. Throws the server's refusal, so that the form can show it. */
  onCode: (code: string) => Promise<void>;
  children?: ReactNode;
}): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const form = useForm({ resolver, defaultValues: { code: '' } });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setTrouble(undefined);
    try {
      await onCode(code);
    } catch (failure) {
      const message = problemText(failure);
      const isCode = failure instanceof ApiProblem && failure.code === 'invalid_code';
      if (!isCode) return setTrouble(troubleOf(failure, message));
      form.setError('code', { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p role="status" className="wrap-anywhere">
        {t.security.codeSentTo(contact)}
      </p>
      <TextField
        {...bind('code')}
        label={t.security.sentCode}
        hint={t.security.sentCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
