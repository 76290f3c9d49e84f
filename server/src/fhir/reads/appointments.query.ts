/** Reads bookings, and requests for a place in a line, as FHIR appointments [API-33]. */
import { queueStatuses } from '@baari/contract/constants.ts';
import { findAppointments } from '../../appointments/appointments.store.ts';
import { appointmentView } from '../../appointments/appointments.view.ts';
import { bookingOf, requestOf, requestStatus } from '../resources/appointment.rules.ts';
import { isPlace } from '../resources/encounter.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import { type Candidate, inSequence, type ReadPortion } from '../search/collect.ts';
import { boundsOf } from '../search/dates.rules.ts';
import { idsIn } from '../search/matches.rules.ts';
import { listBookingsWanted, listEntriesWanted, listFactsOf, statusesOf } from './fhir.store.ts';
import { isUuid, type Reader, rowsAtOnce } from './reader.ts';

/** One appointment; `approved` for a request that became a place in the line. */
export async function readAppointment(
  reader: Reader,
  id: string,
): Promise<Candidate | 'approved' | 'not_in_scope' | undefined> {
  if (!isUuid(id)) return undefined;
  const [booking] = await bookingsOf(reader, [id]);
  if (booking !== undefined) return booking;
  const { context, site } = reader;
  const [entry] = await listFactsOf(context.db, site.hospitalId, [id]);
  if (entry === undefined) return undefined;
  if (!seesRequests(reader)) return 'not_in_scope';
  if (isPlace(entry)) return 'approved';
  const [request] = await requestsOf(reader, [id]);
  return request;
}

/** Requests are entries of lines, which keys see with the scope `queue:read`. */
function seesRequests({ context }: Reader): boolean {
  return context.actor.scopes.includes('queue:read');
}

/** Portions of the bookings that may fit a search, latest first, then of the requests. */
export function appointmentPortions(reader: Reader, { criteria }: Asked): ReadPortion {
  const { db } = reader.context;
  const { hospitalId } = reader.site;
  const valuesOf = (name: string) => criteria.find((each) => each.name === name)?.values;
  const date = criteria.find(({ name }) => name === 'date')?.dates;
  const ids = valuesOf('_id')?.filter(isUuid);
  const practitioners = valuesOf('practitioner');
  const doctorIds = practitioners && idsIn(practitioners).filter(isUuid);
  const asked = valuesOf('status');
  const statuses = asked && queueStatuses.filter((each) => asked.includes(requestStatus(each)));
  const range = boundsOf(date?.length === 1 ? date : []);
  const bookings: ReadPortion = async (after) => {
    const found = await listBookingsWanted(
      db,
      hospitalId,
      { ids, doctorIds, ...range },
      uuidOrNone(after),
      rowsAtOnce,
    );
    return { candidates: await bookingsOf(reader, found), isLast: found.length < rowsAtOnce };
  };
  const requests: ReadPortion = async (after) => {
    const from = uuidOrNone(after);
    const found = await listEntriesWanted(
      db,
      hospitalId,
      { kind: 'requests', ids, lineIds: doctorIds, statuses },
      from === undefined ? undefined : { id: from, isIncluded: false },
      rowsAtOnce,
    );
    const candidates = await requestsOf(
      reader,
      found.map(({ id }) => id),
    );
    return { candidates, isLast: found.length < rowsAtOnce };
  };
  return inSequence(seesRequests(reader) ? [bookings, requests] : [bookings]);
}

function uuidOrNone(after: string | undefined): string | undefined {
  return after !== undefined && isUuid(after) ? after : undefined;
}

async function bookingsOf(reader: Reader, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const { context, site, now } = reader;
  const rows = await findAppointments(context.db, site.hospitalId, ids);
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))];
  const [bands, statuses] = await Promise.all([
    reader.readBands(context.db, site.hospitalId, patientIds, now),
    statusesOf(
      context.db,
      site.hospitalId,
      rows.flatMap(({ entry_id: id }) => id ?? []),
    ),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const resource = bookingOf(site, appointmentView(row, now), {
      minutes: row.minutes,
      entry: row.entry_id === null ? undefined : statuses.get(row.entry_id),
      ageBand: bands.get(row.patient_id),
    });
    return [{ resource, after: id, patientIds: [row.patient_id] }];
  });
}

async function requestsOf(reader: Reader, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const { context, site, now } = reader;
  const rows = await listFactsOf(context.db, site.hospitalId, ids);
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))];
  const bands = await reader.readBands(context.db, site.hospitalId, patientIds, now);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const resource = requestOf(site, row, bands.get(row.patient_id));
    return [{ resource, after: id, patientIds: [row.patient_id] }];
  });
}
