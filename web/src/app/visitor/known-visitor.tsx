import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { siteQuery } from '../../api/queries/site-query.ts';
import { defaultSite, SiteContext } from '../site.ts';
import { useKnownVisitor } from './use-known-visitor.ts';
import { VisitorContext } from './visitor.ts';

/** Provides the layouts with the current visitor and the installation's settings. */
export function KnownVisitor({ children }: { children: ReactNode }): ReactNode {
  const visitor = useKnownVisitor();
  const { data } = useQuery(siteQuery());
  const site = useMemo(() => (data ? { ...defaultSite, ...data } : defaultSite), [data]);
  return (
    <SiteContext value={site}>
      <VisitorContext value={visitor}>{children}</VisitorContext>
    </SiteContext>
  );
}
