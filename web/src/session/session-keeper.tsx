import { type ReactNode, useEffect } from 'react';
import { usePlace } from '../navigation/navigation.tsx';
import { navigate } from '../navigation/places.ts';
import { watchIdle } from './idle-watch.ts';
import { finishLeaving, lockSession, startSession, useIsLocked, useSession } from './session.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

/**
 * The outermost: starts the session, leads to the front page when it ends [AUTH-2], and to the profile
 * when the hospital requires a second step that is not set up.
 */
export function SessionKeeper({ children }: { children: ReactNode }): ReactNode {
  const session = useSession();
  const { pathname } = usePlace();
  const leaving = session.status === 'signed-out' && session.leaving;

  useEffect(() => void startSession(), []);

  useEffect(() => onTwoFactorDemand(() => navigate('/profile')), []);

  const { user } = session;
  const isStaff = user !== null && user.role !== 'patient';
  const isLocked = useIsLocked();
  useEffect(() => (isStaff && !isLocked ? watchIdle(lockSession) : undefined), [isStaff, isLocked]);

  useEffect(() => {
    if (!leaving) return;
    if (pathname === '/') finishLeaving();
    else navigate('/', { replace: true });
  }, [leaving, pathname]);

  return children;
}
