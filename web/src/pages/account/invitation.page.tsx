import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { usePlace } from '../../navigation/navigation.tsx';
import { navigate } from '../../navigation/places.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { Invitation } from '../../features/invitation/invitation.tsx';
import { signUpAndReturn } from '../../features/identity/sign-up/verification-target.ts';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf } from '../../session/access.ts';
import { useSession } from '../../session/session.ts';
import { SessionChecking } from '../../session/session-checking.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** The page of a doctor's mailed invitation [ROLE-8]. */
export function Page(): ReactNode {
  const { joining } = useMessages('joining');
  const [search] = useSearchParams();
  const { pathname, search: query } = usePlace();
  const { status } = useSession();
  usePageTitle(joining.invitation);
  if (status === 'checking') return <SessionChecking />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
      <Invitation
        token={search.get('token') ?? ''}
        onAccepted={(user, hospitalName) => {
          toast({ type: 'success', title: joining.welcome(hospitalName) });
          navigate(homeOf(user), { replace: true });
        }}
        onSignIn={() => navigate('/login', { state: { from: pathname + query } })}
        onSignUp={() => navigate(signUpAndReturn(pathname + query))}
      />
    </div>
  );
}
