/**
 * Queries about earlier times: the patient's requests and offers, the offer that a link opens, and
 * the desk's overview [APPT-1].
 */
import {
  getHospitalEarlier,
  listOwnEarlier,
  readOfferLink,
} from '@baari/contract/visit/earlier.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';

const second = 1000;
const minute = 60 * second;

/**
 * The polling interval in ms while the patient may get an offer of an earlier time. An offer can be
 * accepted for at least seven minutes.
 */
const offerMayComeMs = minute;

/**
 * The requests for earlier times, and the open offers, of all people in the account. The query key
 * begins like the key of appointments, because a changed booking can end a request.
 */
export function ownEarlierQuery() {
  return queryOptions({
    queryKey: [...appointmentRoot, 'earlier', 'own'],
    queryFn: ({ signal }) => call(listOwnEarlier, { signal }),
    staleTime: 10 * second,
    gcTime: 5 * minute,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.wishes.length === 0 ? 5 * offerMayComeMs : offerMayComeMs,
  });
}

/**
 * The offer that a link opens. The link's secret is sent in the request body, so that no log
 * contains it.
 */
export function offerLinkQuery(secret: string) {
  return queryOptions({
    queryKey: ['earlier-link', secret],
    queryFn: ({ signal }) => call(readOfferLink, { body: { secret }, signal }),
    enabled: secret !== '',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.offer.state === 'open' ? minute : false),
  });
}

/**
 * The hospital's data on earlier times: slots held for offers, free gaps, patients' requests, and
 * statistics.
 */
export function hospitalEarlierQuery() {
  return queryOptions({
    queryKey: [...appointmentRoot, 'earlier', 'hospital'],
    queryFn: ({ signal }) => call(getHospitalEarlier, { signal }),
    staleTime: 10 * second,
    gcTime: 5 * minute,
  });
}
