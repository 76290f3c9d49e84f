import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { siteQuery } from '../api/site-query.ts';
import { useMessages } from '../i18n/language.tsx';
import { homeOf } from '../session/access.ts';
import { signOut, useUser } from '../session/session.ts';
import { displayName } from '../session/user.ts';
import { defaultSite, SiteContext } from './site.ts';
import { type Visitor, VisitorContext } from './visitor.ts';

/** Tells the shells who is looking, and what this installation says of itself. */
export function KnownVisitor({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages();
  const user = useUser();
  const { data } = useQuery(siteQuery());
  const names = t.common.namelessAs;
  const visitor = useMemo<Visitor | null>(
    () =>
      user && {
        displayName: displayName(user, names),
        dashboardPath: homeOf(user),
        logOut: () => void signOut(),
      },
    [user, names],
  );
  const site = useMemo(() => (data ? { ...defaultSite, ...data } : defaultSite), [data]);
  return (
    <SiteContext value={site}>
      <VisitorContext value={visitor}>{children}</VisitorContext>
    </SiteContext>
  );
}
