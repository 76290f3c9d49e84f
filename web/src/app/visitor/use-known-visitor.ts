import { useMemo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { homeOf } from '../../session/access.ts';
import { signOut, useUser } from '../../session/session.ts';
import { displayName } from '../../session/user.ts';
import type { Visitor } from './visitor.ts';

/** The signed-in user in the form that the public pages show. */
export function useKnownVisitor(): Visitor | null {
  const t = useMessages();
  const user = useUser();
  const names = t.common.namelessAs;
  return useMemo(
    () =>
      user && {
        displayName: displayName(user, names),
        dashboardPath: homeOf(user),
        logOut: () => void signOut(),
      },
    [user, names],
  );
}
