import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { openVisitsQuery } from '../../../api/queries/open-visits-query.ts';

/** While an alert is open: patients get no event when the staff answer it. */
const alertEveryMs = 60_000;

/** By entry, what goes with the open places: the state of the answers, an open alert, the doctor's held times [ASSESS-2, QST-12]. */
export function useOpenVisits(entries: readonly PatientEntry[]): ReadonlyMap<string, OpenVisit> {
  const ids = entries.map(({ id }) => id).toSorted();
  const { data = [] } = useQuery({
    ...openVisitsQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // What came with the page is as new as the page.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ alertNumbers }) => alertNumbers !== null) === true ? alertEveryMs : false,
  });
  return new Map(data.map((visit) => [visit.entryId, visit]));
}
