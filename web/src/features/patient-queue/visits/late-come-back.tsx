import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ownFollowUpsQuery } from '../../../api/queries/visit-query.ts';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import type { VisitStops } from './visit-stops.ts';

/** Lazily loaded, because few visits have a follow-up. */
const ComeBack = fetchedPart(async () => (await import('./come-back.tsx')).ComeBack);

/** The component `ComeBack` for a visit in the history, if the visit has a follow-up. */
export function LateComeBack({ stops }: { stops: VisitStops }): ReactNode {
  const { data: followUps } = useQuery(ownFollowUpsQuery());
  if (!followUps?.some(({ entryId }) => stops.some(({ id }) => id === entryId))) return null;
  return (
    <Suspense fallback={null}>
      <ComeBack stops={stops} isSmall />
    </Suspense>
  );
}
