/** SQL that finds the entries and bookings of a FHIR search, and the facts that encounters show. */
import { maxStops } from '@baari/contract/lines/journey.ts';
import { isOpenStatus, type QueueStatus } from '@baari/contract/constants.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { leftJoined, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { oneOf, openEntries } from '../../platform/hospital-sql/statuses.ts';

const e = table('queue_entry', 'e');
const p = table('patient', 'p');
const d = leftJoined('doctor', 'd');
const point = leftJoined('service_point', 'point');
const pointDoctor = leftJoined('doctor', 'point_doctor');
const a = table('appointment', 'a');

const facts = {
  id: e.id,
  status: e.status,
  joined_at: e.joined_at,
  approved_at: e.approved_at,
  checked_in_at: e.checked_in_at,
  called_at: e.called_at,
  back_at: e.back_at,
  started_at: e.started_at,
  ended_at: e.ended_at,
  changed_at: e.changed_at,
  last_action: e.last_action,
  urgency: e.urgency,
  stated_urgency: e.stated_urgency,
  urgency_changed_at: e.urgency_changed_at,
  cancelled_by: e.cancelled_by,
  token: e.token,
  token_day: e.token_day,
  appointment_id: e.appointment_id,
  visit_id: e.visit_id,
  patient_id: e.patient_id,
  patient_name: p.name,
  line_id: e.doctor_id,
  line_name: typed<string>(sql`coalesce(d.name, (
    select l.name from shared_line l where l.id = e.doctor_id))`),
  is_shared: e.is_shared,
  room: d.room,
  point_id: point.id,
  point_name: point.name,
  point_doctor_id: pointDoctor.id,
  point_doctor_name: pointDoctor.name,
};
export type FactsRow = RowOf<typeof facts>;

const factTables = sql`queue_entry e join patient p on p.id = e.patient_id
  left join doctor d on d.id = e.doctor_id
  left join service_point point on point.id = e.service_point_id
  left join doctor point_doctor on point_doctor.id = point.doctor_id`;

/** The facts of the hospital's entries with these ids. */
export function listFactsOf(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<FactsRow[]> {
  return db.many(select(facts)`from ${factTables}
    where e.id = any(${ids}::uuid[]) and e.hospital_id = ${hospitalId}`);
}

/** The facts of all stops of these visits, in their order. */
export function listFactsOfVisits(
  db: Queryable,
  hospitalId: string,
  visitIds: readonly string[],
): Promise<FactsRow[]> {
  return db.many(select(facts)`from ${factTables}
    where e.visit_id = any(${visitIds}::uuid[]) and e.hospital_id = ${hospitalId}
    order by e.visit_id, e.joined_at, e.id limit ${visitIds.length * maxStops}`);
}

/** Which entries a search may find; it may select more than fit. */
export interface EntriesWanted {
  /** Places in a line are encounters; requests without an approval are appointments. */
  readonly kind: 'places' | 'requests';
  readonly ids?: readonly string[] | undefined;
  readonly visitIds?: readonly string[] | undefined;
  readonly statuses?: readonly QueueStatus[] | undefined;
  readonly lineIds?: readonly string[] | undefined;
  readonly pointIds?: readonly string[] | undefined;
  readonly tokens?: readonly string[] | undefined;
  readonly endsFrom?: Date | undefined;
  readonly joinsFrom?: Date | undefined;
  readonly joinsBefore?: Date | undefined;
}

/** Where a page begins: behind an entry, or at it. */
export interface PageFrom {
  readonly id: string;
  readonly isIncluded: boolean;
}

const found = { id: e.id, visit_id: e.visit_id };
export type FoundEntry = RowOf<typeof found>;

/**
 * One page of the hospital's entries, newest first. A visit of several stops is found with its first
 * stop, if one of its stops may fit. Open and ended entries are selected apart, each with a limit,
 * because each has an index of its own.
 */
export function listEntriesWanted(
  db: Queryable,
  hospitalId: string,
  wanted: EntriesWanted,
  from: PageFrom | undefined,
  limit: number,
): Promise<FoundEntry[]> {
  const rest = sql`${timesOf(wanted)} ${from === undefined ? empty : behind(from)}
    order by e.joined_at desc, e.id desc limit ${limit}`;
  const part = (which: Sql) => sql`(select e.id, e.visit_id, e.joined_at from queue_entry e
    where e.hospital_id = ${hospitalId} and ${which} ${rest})`;
  const own = join([sql`true`, ...conditions(wanted, sql`e`)], ' and ');
  const all = statusesOfKind[wanted.kind];
  const statuses = all.filter((each) => wanted.statuses?.includes(each) !== false);
  const [driver] = [...conditions(wanted, sql`s`), ...ofStatuses(wanted, sql`s`)];
  const isVisit = sql`e.visit_id = e.id and e.id in (select s.visit_id from queue_entry s
    where s.hospital_id = ${hospitalId} and s.visit_id is not null and ${driver ?? empty})`;
  const parts = [
    ...halves(wanted.kind, statuses).map((half) => part(sql`${half} and ${own}`)),
    ...(wanted.kind === 'requests' || driver === undefined
      ? []
      : halves(wanted.kind, all).map((half) => part(sql`${half} and ${isVisit}`))),
  ];
  if (parts.length === 0) return Promise.resolve([]);
  return db.many(select(found)`
    from (${join(parts, ' union ')}) e order by e.joined_at desc, e.id desc limit ${limit}`);
}

/** The statuses that entries of a kind can have. A request that was cancelled had no approval. */
const statusesOfKind: Readonly<Record<EntriesWanted['kind'], readonly QueueStatus[]>> = {
  places: ['waiting', 'in_progress', 'completed', 'cancelled', 'no_show'],
  requests: ['pending_approval', 'rejected', 'cancelled'],
};

/** Conditions for the open and the ended entries of a kind; none for a half without a status. */
function halves(kind: EntriesWanted['kind'], statuses: readonly QueueStatus[]): Sql[] {
  const isApproved =
    kind === 'places' ? sql`e.approved_at is not null` : sql`e.approved_at is null`;
  const open = statuses.filter(isOpenStatus);
  const ended = statuses.filter((each) => !isOpenStatus(each));
  return [
    ...(open.length === 0 ? [] : [sql`e.status in ${oneOf(open)} and e.status in ${openEntries}`]),
    ...(ended.length === 0
      ? []
      : [sql`e.status in ${oneOf(ended)} and e.status not in ${openEntries}`]),
    // A rejected request, or one that was taken back to the desk, may have had an approval.
  ].map((half) => sql`${half} and (${isApproved} or e.status in ${neverPlaces})`);
}

const neverPlaces = oneOf(['pending_approval', 'rejected']);

function ofStatuses({ statuses }: EntriesWanted, entry: Sql): Sql[] {
  if (statuses === undefined) return [];
  return [statuses.length === 0 ? sql`false` : sql`${entry}.status in ${oneOf(statuses)}`];
}

/** The times of an entry, or of the first stop of a visit. */
function timesOf({ joinsFrom, joinsBefore }: EntriesWanted): Sql {
  return sql`
    ${joinsFrom === undefined ? empty : sql`and e.joined_at >= ${joinsFrom}`}
    ${joinsBefore === undefined ? empty : sql`and e.joined_at < ${joinsBefore}`}`;
}

function behind({ id, isIncluded }: PageFrom): Sql {
  const last = sql`(select o.joined_at, o.id from queue_entry o where o.id = ${id})`;
  return isIncluded
    ? sql`and (e.joined_at, e.id) <= ${last}`
    : sql`and (e.joined_at, e.id) < ${last}`;
}

/** The conditions on one entry, the most selective first. If a visit fits, a stop meets each. */
function conditions(wanted: EntriesWanted, entry: Sql): Sql[] {
  const { ids, visitIds, lineIds, pointIds, tokens, endsFrom } = wanted;
  const all: Sql[] = [];
  if (ids !== undefined) all.push(sql`${entry}.id = any(${ids}::uuid[])`);
  if (visitIds !== undefined) all.push(sql`${entry}.visit_id = any(${visitIds}::uuid[])`);
  if (tokens !== undefined) all.push(sql`${entry}.token = any(${tokens}::text[])`);
  if (lineIds !== undefined || pointIds !== undefined) {
    all.push(sql`(${entry}.doctor_id = any(${lineIds ?? []}::uuid[])
      or ${entry}.service_point_id = any(${pointIds ?? []}::uuid[]))`);
  }
  if (endsFrom !== undefined) {
    all.push(sql`(${entry}.ended_at is null or ${entry}.ended_at >= ${endsFrom})`);
  }
  return all;
}

/** Which bookings a search may find; it may select more than fit. */
export interface BookingsWanted {
  readonly ids?: readonly string[] | undefined;
  readonly doctorIds?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const booking = { id: a.id };

/** The ids of one page of the hospital's bookings, latest time first. */
export async function listBookingsWanted(
  db: Queryable,
  hospitalId: string,
  { ids, doctorIds, from, to }: BookingsWanted,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db.many(select(booking)`
    from appointment a
    where a.hospital_id = ${hospitalId}
      ${ids === undefined ? empty : sql`and a.id = any(${ids}::uuid[])`}
      ${doctorIds === undefined ? empty : sql`and a.doctor_id = any(${doctorIds}::uuid[])`}
      ${from === undefined ? empty : sql`and a.starts_at >= ${from}`}
      ${to === undefined ? empty : sql`and a.starts_at < ${to}`}
      ${
        after === undefined
          ? empty
          : sql`and (a.date, a.starts_at, a.id) < (
              select o.date, o.starts_at, o.id from appointment o where o.id = ${after})`
      }
    order by a.date desc, a.starts_at desc, a.id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The status of each of these entries of the hospital. */
export async function statusesOf(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QueueStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many(select({ id: e.id, status: e.status })`
    from queue_entry e where e.id = any(${ids}::uuid[]) and e.hospital_id = ${hospitalId}`);
  return new Map(rows.map(({ id, status }) => [id, status]));
}
