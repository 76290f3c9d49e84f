import { type ReactNode, useCallback, useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { usePlace } from '../navigation/navigation.tsx';
import { currentPlace, navigate } from '../navigation/places.ts';
import { toast } from '../ui/feedback/toast.ts';
import { onRightsInDoubt } from './rights-in-doubt.ts';
import { checkRights, finishLeaving, onSessionTaken, startSession, useSession } from './session.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

/** Delay in ms until a guard has redirected. */
const guardMs = 300;

/**
 * The outermost component: starts the session, redirects to the landing page when it ends [AUTH-2],
 * and to the profile when the hospital requires a missing second factor.
 */
export function SessionKeeper({ children }: { children: ReactNode }): ReactNode {
  const session = useSession();
  const { pathname } = usePlace();
  const { common } = useMessages();
  const followRights = useRightsNews();
  const leaving = session.status === 'signed-out' && session.leaving;

  useEffect(() => void startSession(), []);

  useEffect(() => onTwoFactorDemand(() => navigate('/profile')), []);

  useEffect(() => onRightsInDoubt(() => void followRights()), [followRights]);

  useEffect(
    () =>
      onSessionTaken((role) => {
        // A guarded page redirects to the sign-in page, which shows the reason itself.
        setTimeout(() => {
          if (currentPlace().pathname === '/login') return;
          toast({
            type: 'warning',
            title: common.sessionTakenTitle,
            message: role === 'patient' ? common.sessionOver : common.sessionTaken,
          });
        }, guardMs);
      }),
    [common],
  );

  useEffect(() => {
    if (!leaving) return;
    if (pathname === '/') finishLeaving();
    else navigate('/', { replace: true });
  }, [leaving, pathname]);

  return children;
}

/** Checks the user's rights and says so if they have changed; the guards then redirect [SEC-6]. */
function useRightsNews(): () => Promise<void> {
  const { common } = useMessages();
  return useCallback(async () => {
    if (await checkRights()) {
      toast({ type: 'warning', title: common.rightsChangedTitle, message: common.rightsChanged });
    }
  }, [common]);
}
