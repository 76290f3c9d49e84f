import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { openVisitsQuery } from '../../../api/queries/open-visits-query.ts';

/**
 * The polling interval in ms while an emergency alert is open. Polling is needed because patients
 * get no event when staff acknowledge the alert.
 */
const alertEveryMs = 60_000;

/**
 * Further data of each place in line, by the queue entry's id: the state of the questionnaire
 * answers, an open emergency alert, and how often the doctor's forecasts were right [ASSESS-2,
 * QST-12].
 */
export function useOpenVisits(entries: readonly PatientEntry[]): ReadonlyMap<string, OpenVisit> {
  const ids = entries.map(({ id }) => id).toSorted();
  const { data = [] } = useQuery({
    ...openVisitsQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Data that the server embedded in the page is as new as the page, so it is not fetched again.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? true : 'always'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ alertNumbers }) => alertNumbers !== null) === true ? alertEveryMs : false,
  });
  return new Map(data.map((visit) => [visit.entryId, visit]));
}
