import { useMemo } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { homeOf } from '../session/access.ts';
import { signOut, useUser } from '../session/session.ts';
import { displayName } from '../session/user.ts';
import type { Visitor } from './visitor.ts';

/** Whoever is signed in, as the public pages greet them. */
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
