import { zodResolver } from '@hookform/resolvers/zod';
import { fieldMessages } from '@baari/contract/fields.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { isVisit } from '../../../device/personal-storage.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { leaveLocked, signIn, useUser } from '../../../session/session.ts';
import { displayName } from '../../../session/user.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';
import { AccountCard } from '../account-card.tsx';
import { asksSecondStep, fieldOfProblem } from '../account-problem.ts';
import { GoogleButton } from './google-button.tsx';
import { HospitalSignIn } from './hospital-sign-in.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { useWaysIn } from './use-ways-in.ts';

/**
 * The lock screen after inactivity. It names the signed-in person and offers every way to sign in;
 * another person can discard the locked page.
 */
export function LockScreen(): ReactNode {
  const t = useMessages('identity');
  const user = useUser();
  const waysIn = useWaysIn();
  const [isHalfway, setHalfway] = useState(false);
  if (!user) return null;
  const name = displayName(user, t.common.namelessAs);
  const rememberMe = !isVisit();
  const onSecondStep = () => setHalfway(true);
  const common = { rememberMe, onSecondStep };
  return (
    <main className="min-h-full">
      <AccountCard title={t.identity.lockedTitle} lead={t.identity.lockedLead(name)}>
        <div className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <Avatar name={name} />
            <p className="flex min-w-0 flex-1 font-medium text-ink">
              <bdi className="truncate">{name}</bdi>
            </p>
          </div>
          {isHalfway ? (
            <SecondStepForm onStartOver={() => setHalfway(false)} />
          ) : (
            <>
              {user.email !== null && <UnlockForm email={user.email} {...common} />}
              <PasskeyButton rememberMe={rememberMe} />
              {waysIn?.google === true && <GoogleButton {...common} />}
              {waysIn && (
                <HospitalSignIn hospitals={waysIn.hospitals} email={user.email ?? ''} {...common} />
              )}
            </>
          )}
          <div className="flex flex-col gap-1 border-t border-line pt-4">
            <Button wide variant="quiet" onClick={leaveLocked}>
              {t.identity.someoneElse}
            </Button>
            <p className="text-center text-sm text-ink-soft">{t.identity.someoneElseHint}</p>
          </div>
        </div>
      </AccountCard>
    </main>
  );
}

const unlocking = z.object({ password: z.string().min(1, { error: fieldMessages.required }) });

function UnlockForm({
  email,
  rememberMe,
  onSecondStep,
}: {
  email: string;
  rememberMe: boolean;
  onSecondStep: () => void;
}): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(unlocking), defaultValues: { password: '' } });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
  const [trouble, setTrouble] = useState<Trouble>();
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  const submit = form.handleSubmit(async ({ password }) => {
    setTrouble(undefined);
    try {
      await signIn({ email, password, rememberMe });
    } catch (failure) {
      if (asksSecondStep(failure)) return onSecondStep();
      const message = problemText(failure, t.identity.somethingWrong);
      if (fieldOfProblem(failure) !== 'password') return setTrouble(troubleOf(failure, message));
      form.setError('password', { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        {...bind('password')}
        label={t.identity.password}
        autoComplete="current-password"
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        busyLabel={t.identity.unlocking}
      >
        {t.identity.unlock}
      </Button>
    </form>
  );
}
