import { type ReactNode, useEffect } from 'react';
import { usePlace } from '../navigation/navigation.tsx';
import { navigate } from '../navigation/places.ts';
import { finishLeaving, startSession, useSession } from './session.ts';
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

  useEffect(() => {
    if (!leaving) return;
    if (pathname === '/') finishLeaving();
    else navigate('/', { replace: true });
  }, [leaving, pathname]);

  return children;
}
