import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SessionChecking } from './session-checking.tsx';
import { type AllowedRoles, admission } from './access.ts';
import { useSession } from './session.ts';

/** Lets only these roles through to the routes below, or to `children` [AUTH-1]. */
export function RequireRole({
  allowed,
  children,
}: {
  allowed: AllowedRoles;
  children?: ReactNode;
}): ReactNode {
  const { pathname, search, hash } = useLocation();
  const decision = admission(useSession(), allowed);
  switch (decision.kind) {
    case 'wait':
      return <SessionChecking />;
    case 'send':
      return (
        <Navigate
          to={decision.to}
          replace
          state={decision.keepOrigin ? { from: `${pathname}${search}${hash}` } : null}
        />
      );
    case 'admit':
      return children ?? <Outlet />;
  }
}
