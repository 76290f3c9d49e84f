import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { hospitalQuery } from '../../api/queries/queries.ts';
import { usePlace } from '../../navigation/navigation.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { Entering } from '../../features/identity/entering.tsx';
import { GoogleButton } from '../../features/identity/sign-in/google-button.tsx';
import { HospitalSignIn } from '../../features/identity/sign-in/hospital-sign-in.tsx';
import { PasskeyButton } from '../../features/identity/sign-in/passkey-button.tsx';
import { SignInForm } from '../../features/identity/sign-in/sign-in-form.tsx';
import { useWaysIn } from '../../features/identity/sign-in/use-ways-in.ts';
import { signUpAndReturn } from '../../features/identity/sign-up/verification-target.ts';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf, ownPath } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { isRecord } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';

/** Lazily loaded, because few accounts have a second step. */
const SecondStepForm = fetchedPart(
  async () => (await import('../../features/identity/sign-in/second-step-form.tsx')).SecondStepForm,
);

/**
 * ROUTE-2: signs the user in and returns to the page that redirected to sign-in. Without such a
 * page it opens the home page of the user's role [LOGIN-3].
 */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const user = useUser();
  const origin = useOrigin();
  const { state } = usePlace();
  const isTaken = isRecord(state) && state['isTaken'] === true;
  const [isSecondStep, setSecondStep] = useState(false);
  const [rememberMe, setRememberMe] = useState(true);
  const [email, setEmail] = useState('');
  usePageTitle(t.identity.signIn);
  if (user) return <Entering to={origin ?? homeOf(user)} />;
  if (isSecondStep) {
    return (
      <AccountCard title={t.identity.secondStepTitle} lead={t.identity.secondStepLead}>
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SecondStepForm onStartOver={() => setSecondStep(false)} />
        </Suspense>
      </AccountCard>
    );
  }
  return (
    <AccountCard
      title={t.identity.signInTitle}
      lead={isForPatients(origin) ? t.identity.signInLead : t.identity.signInBackLead}
      footer={
        <p>
          {t.identity.newHere} <TextLink href={signUpPath(origin)}>{t.identity.signUp}</TextLink>
        </p>
      }
    >
      <AtTheDoor origin={origin} />
      {isTaken && (
        <Notice tone="warning" className="mb-4" title={t.common.sessionTakenTitle}>
          {isOfStaff(origin) ? t.common.sessionTaken : t.common.sessionOver}
        </Notice>
      )}
      <SignInForm
        rememberMe={rememberMe}
        onRememberMe={setRememberMe}
        onEmail={setEmail}
        onSecondStep={() => setSecondStep(true)}
      />
      <OtherWays
        origin={origin}
        email={email}
        rememberMe={rememberMe}
        onSecondStep={() => setSecondStep(true)}
      />
    </AccountCard>
  );
}

/** Whether the user opened sign-in directly or was redirected from a patient page. */
function isForPatients(origin: string | undefined): boolean {
  return origin === undefined || /^\/(?:patient|here)\//u.test(origin);
}

/**
 * Returns the path of the sign-up page. An invited person may create any kind of account, and
 * returns to the invitation after sign-up.
 */
function signUpPath(origin: string | undefined): string {
  return origin?.startsWith('/invitation?') ? signUpAndReturn(origin) : '/signup';
}

/**
 * Whether a staff page redirected to sign-in. Staff get a different message, because a staff
 * session also ends when the person stops working at the hospital.
 */
function isOfStaff(origin: string | undefined): boolean {
  return /^\/(?:doctor|staff|hospital)\//u.test(origin ?? '');
}

/**
 * The notice for a patient who scanned the QR code at a hospital's door. It names the hospital and
 * says why to sign in [ARR-5].
 */
function AtTheDoor({ origin }: { origin: string | undefined }): ReactNode {
  const t = useMessages('identity');
  const hospitalId = /^\/here\/(?<id>[\da-f-]{36})(?:\?|$)/u.exec(origin ?? '')?.groups?.['id'];
  const { data } = useQuery({
    ...hospitalQuery(hospitalId ?? ''),
    enabled: hospitalId !== undefined,
  });
  if (hospitalId === undefined || data === undefined) return null;
  return (
    <Notice className="mb-4" title={t.identity.doorTitle(data.name)}>
      {t.identity.doorText}
    </Notice>
  );
}

/** Further sign-in methods that this installation of Baari offers [LOGIN-2]. */
function OtherWays({
  origin,
  email,
  rememberMe,
  onSecondStep,
}: {
  origin: string | undefined;
  email: string;
  rememberMe: boolean;
  onSecondStep: () => void;
}): ReactNode {
  const t = useMessages('identity');
  const waysIn = useWaysIn();
  const byPhone = new URLSearchParams({ role: 'patient' });
  if (origin !== undefined) byPhone.set('next', origin);
  if (!rememberMe) byPhone.set('remember', 'no');
  return (
    <div className="mt-3 flex flex-col gap-3">
      {waysIn?.phone && (
        <ButtonLink
          wide
          href={`/phone-verification?${byPhone}`}
          icon={<Smartphone aria-hidden="true" />}
        >
          {t.identity.continueWithPhone}
        </ButtonLink>
      )}
      {waysIn?.google && <GoogleButton rememberMe={rememberMe} onSecondStep={onSecondStep} />}
      {waysIn && (
        <HospitalSignIn
          hospitals={waysIn.hospitals}
          email={email}
          rememberMe={rememberMe}
          onSecondStep={onSecondStep}
        />
      )}
      <PasskeyButton rememberMe={rememberMe} />
      <ButtonLink variant="quiet" wide href="/email-verification">
        {t.identity.emailVerification}
      </ButtonLink>
    </div>
  );
}

/**
 * The page that redirected to sign-in: stored in the history entry by the access check, or given as
 * the URL parameter `next`.
 */
function useOrigin(): string | undefined {
  const state: unknown = usePlace().state;
  const [search] = useSearchParams();
  const [origin] = useState(() => {
    const from: unknown = isRecord(state) ? state['from'] : undefined;
    return ownPath(typeof from === 'string' ? from : search.get('next'));
  });
  return origin;
}
