import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { openVisitsQuery } from '../../../api/queries/open-visits-query.ts';

/**
 * Polling interval in ms while an alert is open, since patients get no event when staff acknowledge it.
 */
const alertEveryMs = 60_000;

/**
 * What belongs to each open place, by entry id: the state of the answers, an open alert, how often the doctor's
 * forecasts held [ASSESS-2, QST-12].
 */
export function useOpenVisits(entries: readonly PatientEntry[]): ReadonlyMap<string, OpenVisit> {
  const ids = entries.map(({ id }) => id).toSorted();
  const { data = [] } = useQuery({
    ...openVisitsQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Data embedded in the page is as new as the page, so it is not refetched.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ alertNumbers }) => alertNumbers !== null) === true ? alertEveryMs : false,
  });
  return new Map(data.map((visit) => [visit.entryId, visit]));
}
