import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { usePlace } from '../navigation/navigation.tsx';
import { SessionChecking } from './session-checking.tsx';
import { type AllowedRoles, admission } from './access.ts';
import { useSession } from './session.ts';

/** Renders `children` only for users with one of the given roles [AUTH-1]. */
export function RequireRole({
  allowed,
  children,
}: {
  allowed: AllowedRoles;
  children: ReactNode;
}): ReactNode {
  const { pathname, search, hash } = usePlace();
  const decision = admission(useSession(), allowed);
  switch (decision.kind) {
    case 'wait':
      return <SessionChecking />;
    case 'send':
      return (
        <Redirect
          to={decision.to}
          replace
          state={
            decision.keepOrigin
              ? { from: `${pathname}${search}${hash}`, isTaken: decision.isTaken }
              : null
          }
        />
      );
    case 'admit':
      return children;
  }
}
