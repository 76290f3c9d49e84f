import { oneTimeCode, requiredText } from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { passSecondStep } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';

const forms = {
  app: z.object({ code: oneTimeCode }),
  recovery: z.object({ code: requiredText(maxLength.line) }),
};

/**
 * The form for the second factor of any sign-in: the code of the authenticator app, or a recovery
 * code.
 */
export function SecondStepForm({ onStartOver }: { onStartOver: () => void }): ReactNode {
  const t = useMessages('identity');
  const [kind, setKind] = useState<keyof typeof forms>('app');
  const isApp = kind === 'app';
  return (
    <div className="flex flex-col gap-3">
      <CodeForm key={kind} kind={kind} />
      <Button variant="quiet" wide onClick={() => setKind(isApp ? 'recovery' : 'app')}>
        {isApp ? t.identity.useRecoveryCode : t.identity.useAppCode}
      </Button>
      <Button variant="quiet" wide onClick={onStartOver}>
        {t.identity.startOver}
      </Button>
    </div>
  );
}

function CodeForm({ kind }: { kind: keyof typeof forms }): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(forms[kind]), defaultValues: { code: '' } });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setTrouble(undefined);
    try {
      await passSecondStep(kind, code);
    } catch (failure) {
      const message = problemText(failure, t.identity.somethingWrong);
      const isCode = failure instanceof ApiProblem && failure.code === 'invalid_code';
      if (!isCode) return setTrouble(troubleOf(failure, message));
      form.setError('code', { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {kind === 'app' ? (
        <TextField
          {...bind('code')}
          label={t.identity.appCode}
          hint={t.identity.appCodeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
        />
      ) : (
        <TextField
          {...bind('code')}
          label={t.identity.recoveryCode}
          hint={t.identity.recoveryCodeHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
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
