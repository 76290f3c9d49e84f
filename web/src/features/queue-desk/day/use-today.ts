/**
 * The data of the list of today's visits, and whether the list is open. The URL stores whether it
 * is open [DESK-1, DESK-2].
 */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { visitsOfDayQuery } from '../../../api/queries/staff-queries.ts';
import { useNewDay } from '../../../live/use-new-day.ts';
import { setSearchPart } from '../../../navigation/search.ts';

export function useTodayAddress(): { isOpen: boolean; setOpen: (open: boolean) => void } {
  const [search] = useSearchParams();
  return {
    isOpen: search.has('today'),
    setOpen: (open) => setSearchPart('today', open ? '' : undefined),
  };
}

/**
 * Today's ended visits, or all of today's visits that match a search. They are of one doctor or of
 * the whole hospital.
 */
export function useVisitsOfDay(hospitalId: string, search: string, doctorId: string | undefined) {
  const query = useInfiniteQuery(visitsOfDayQuery(hospitalId, { search, doctorId }));
  useNewDay(query.data?.pages[0]?.dayEndsAt);
  return {
    query,
    visits: query.data?.pages.flatMap((page) => page.visits),
    goingOn: query.data?.pages[0]?.goingOn ?? [],
  };
}
