import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { finishLeaving, startSession, useSession } from './session.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

/**
 * The outermost route: starts the session, leads to the front page when it ends [AUTH-2], and to the
 * profile when the hospital requires a second step that is not set up.
 */
export function SessionKeeper({ children }: { children?: ReactNode }): ReactNode {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leaving = session.status === 'signed-out' && session.leaving;

  useEffect(() => void startSession(), []);

  useEffect(() => onTwoFactorDemand(() => void navigate('/profile')), [navigate]);

  useEffect(() => {
    if (!leaving) return;
    if (pathname === '/') finishLeaving();
    else void navigate('/', { replace: true });
  }, [leaving, pathname, navigate]);

  return children ?? <Outlet />;
}
