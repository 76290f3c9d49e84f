import { type ReactNode, useCallback, useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { usePlace } from '../navigation/navigation.tsx';
import { currentPlace, navigate } from '../navigation/places.ts';
import { toast } from '../ui/feedback/toast.ts';
import { onRightsInDoubt } from './rights-in-doubt.ts';
import { checkRights, finishLeaving, onSessionTaken, startSession, useSession } from './session.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

/** The time in ms within which a page's access check is expected to have redirected. */
const guardMs = 300;

/**
 * The outermost component. It starts the session, and redirects to the landing page when the
 * session ends [AUTH-2]. A user who lacks a second factor that the hospital requires is redirected
 * to the profile.
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
        // A page with an access check redirects to the sign-in page, and the sign-in page shows the
        // reason.
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

/**
 * Checks the user's rights and shows a message if they have changed. The pages' access checks then
 * redirect [SEC-6].
 */
function useRightsNews(): () => Promise<void> {
  const { common } = useMessages();
  return useCallback(async () => {
    if (await checkRights()) {
      toast({ type: 'warning', title: common.rightsChangedTitle, message: common.rightsChanged });
    }
  }, [common]);
}
