import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { usePlace } from '../../navigation/navigation.tsx';
import { navigate } from '../../navigation/places.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { hasSavedCreation } from '../../features/hospital-creation/saved-creation.ts';
import { AccountCard } from '../../features/identity/account-card.tsx';
import { EmailVerificationPanel } from '../../features/identity/sign-up/email-verification-panel.tsx';
import {
  readVerification,
  targetOf,
  type Verification,
  verificationPage,
} from '../../features/identity/sign-up/verification-target.ts';
import { useMessages } from '../../i18n/language.tsx';
import { findSession, useSession } from '../../session/session.ts';
import { SessionChecking } from '../../session/session-checking.tsx';
import { isRecord } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';

/**
 * ROUTE-8: waits until the user opens the mailed verification link. The link also opens this page.
 */
export function Page(): ReactNode {
  const t = useMessages('identity');
  const session = useSession();
  const [search] = useSearchParams();
  const verification = readVerification(search);
  const target = targetOf(verification);
  const isVerified = session.user?.emailVerified === true;
  const belongsToOtherTab = verification.linkWorked && isWizardOfOtherTab(verification);
  usePageTitle(t.identity.verifyTitle);

  const asksAgain = verification.linkWorked && session.status === 'signed-in' && !isVerified;
  useEffect(() => {
    // If the session cannot be loaded, the page stays unchanged, with its retry button.
    if (asksAgain) findSession().catch((failure) => console.warn(failure));
  }, [asksAgain]);

  useEffect(() => {
    if (isVerified && !belongsToOtherTab) navigate(target, { replace: true });
  }, [isVerified, belongsToOtherTab, target]);

  const signInPath = `/login?${new URLSearchParams({ next: target })}`;
  const sentTo = useSentTo(session.user?.email);
  if (session.status === 'checking') return <SessionChecking />;
  if (isVerified && !belongsToOtherTab) return <SessionChecking />;
  if (verification.linkWorked && (isVerified || session.status === 'signed-out')) {
    return (
      <AccountCard title={t.identity.verifiedTitle}>
        <div className="flex flex-col gap-4">
          <p>{isVerified ? t.identity.verifiedElsewhere : t.identity.verifiedSignIn}</p>
          <ButtonLink variant="primary" size="large" wide href={isVerified ? target : signInPath}>
            {isVerified ? t.identity.goOnHere : t.identity.signIn}
          </ButtonLink>
        </div>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={t.identity.verifyTitle}>
      <EmailVerificationPanel
        email={sentTo}
        callbackURL={verificationPage(verification.redirect, verification.role)}
        signInPath={signInPath}
        linkProblem={verification.linkProblem}
      />
    </AccountCard>
  );
}

/**
 * Whether the hospital creation wizard runs in another tab. The wizard's data is only in the tab
 * where the user typed, but the mailed link usually opens a new tab [WIZ-3].
 */
function isWizardOfOtherTab({ role }: Verification): boolean {
  return role === 'hospital_admin' && !hasSavedCreation();
}

function useSentTo(own: string | null | undefined): string | null {
  const state: unknown = usePlace().state;
  if (own) return own;
  const given: unknown = isRecord(state) ? state['email'] : undefined;
  return typeof given === 'string' ? given : null;
}
