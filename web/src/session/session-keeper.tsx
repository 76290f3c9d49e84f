import { type ReactNode, useCallback, useEffect } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { usePlace } from '../navigation/navigation.tsx';
import { currentPlace, navigate } from '../navigation/places.ts';
import { toast } from '../ui/feedback/toast.ts';
import { onRightsInDoubt } from './rights-in-doubt.ts';
import { checkRights, finishLeaving, onSessionTaken, startSession, useSession } from './session.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

/** Until a guard has sent the page elsewhere. */
const guardMs = 300;

/**
 * The outermost: starts the session, leads to the front page when it ends [AUTH-2], and to the profile
 * when the hospital requires a second step that is not set up.
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
        // A guarded page leads to the sign-in page, which says it by itself.
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

/** Looks what the user may do now, and says so when it was changed; the guards do the rest [SEC-6]. */
function useRightsNews(): () => Promise<void> {
  const { common } = useMessages();
  return useCallback(async () => {
    if (await checkRights()) {
      toast({ type: 'warning', title: common.rightsChangedTitle, message: common.rightsChanged });
    }
  }, [common]);
}
