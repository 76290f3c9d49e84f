/** All SQL on the setup of shared lines and their service points [LINE-1]. */
import { maxSharedLines } from '@baari/contract/constants.ts';
import {
  type NewLine,
  type NewPoint,
  type OrderRule,
  type PointState,
} from '@baari/contract/lines/shared-line.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import { maxPoints, type ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { authorName } from '../platform/hospital-sql/author-name.store.ts';
import { hasLetters, soundsLike } from '../platform/hospital-sql/name-search.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { bookingStatus, entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

const l = table('shared_line', 'l');
const q = table('doctor_queue', 'q');
const p = table('service_point', 'p');
const d = leftJoined('doctor', 'd');
const serving = leftJoined('queue_entry', 'serving');

/** Whether the timetable of the shared line `l` has times that can be booked. */
export const takesBookings = sql`exists (select from timetable_session s
  where s.doctor_id = l.id and s.kind = 'booked')`;

const line = {
  id: l.id,
  hospital_id: l.hospital_id,
  name: l.name,
  names: typed<LineNames>(l.names),
  kind: l.kind,
  department: l.department,
  room: l.room,
  order_rule: typed<OrderRule>(l.order_rule),
  returns_every: l.returns_every,
  is_open: l.is_open,
  asks_from_home: l.asks_from_home,
  next: typed<string[]>(sql`array(
    select n.next_id from next_line n where n.line_id = l.id order by n.number)`),
  waiting: typed<number>(sql`(select count(*) from queue_entry e
    where e.doctor_id = l.id and e.status = ${entryStatus.waiting})`),
  version: q.version,
  time_zone: typed<string>(sql`(select h.time_zone from hospital h where h.id = l.hospital_id)`),
  takes_bookings: typed<boolean>(takesBookings),
};
export type LineRow = RowOf<typeof line>;

function lines(which: Sql): Sql {
  return sql`from shared_line l join doctor_queue q on q.doctor_id = l.id
    where l.removed_at is null and ${which} order by lower(l.name), l.id limit ${maxSharedLines}`;
}

/**
 * Lists a hospital's lines. `search` matches part of a name, or a name that sounds alike in another
 * script. An empty search lists all.
 */
export function listLinesOfHospital(
  db: Queryable,
  hospitalId: string,
  search = '',
): Promise<LineRow[]> {
  const named =
    search === ''
      ? empty
      : sql`and (${hasLetters(l.name_letters, search)} or ${soundsLike(l, search)})`;
  return db.many(select(line)`${lines(sql`l.hospital_id = ${hospitalId} ${named}`)}`);
}

export function findSharedLine(db: Queryable, lineId: string): Promise<LineRow | undefined> {
  return db.maybeOne(select(line)`${lines(sql`l.id = ${lineId}`)}`);
}

const point = {
  id: p.id,
  line_id: p.line_id,
  hospital_id: l.hospital_id,
  kind: l.kind,
  name: p.name,
  names: typed<LineNames>(p.names),
  doctor_id: p.doctor_id,
  doctor_name: d.name,
  hours: typed<Interval[]>(p.hours),
  state: typed<PointState>(p.state),
  state_since: p.state_since,
  state_by: p.state_by,
  state_by_name: authorName(sql`p.state_by`),
  staff: typed<{ id: string; name: string }[]>(sql`(
    select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
      order by lower(u.name), u.id), '[]')
    from point_staff s join identity."user" u on u.id = s.user_id where s.point_id = p.id)`),
  /** The patient who is being served at the point now. */
  serving_id: serving.id,
  serving_token: serving.token,
  serving_since: typed<Date | null>(sql`greatest(serving.recalled_at, serving.started_at)`),
};
export type PointRow = RowOf<typeof point>;

/**
 * The service points. At a doctor's point, the patient being served is the one in consultation with
 * the doctor.
 */
const points = sql`
  service_point p join shared_line l on l.id = p.line_id
    left join doctor d on d.id = p.doctor_id
    left join queue_entry serving on serving.doctor_id = coalesce(p.doctor_id, p.line_id)
      and serving.status = ${entryStatus.in_progress}
      and serving.service_point_id is not distinct from case when p.doctor_id is null then p.id end`;

/** Lists the service points of these lines by name, grouped by line. */
export function listPointsOf(db: Queryable, lineIds: readonly string[]): Promise<PointRow[]> {
  return db.many(select(point)`
    from ${points}
    where p.line_id = any(${lineIds}::uuid[]) and p.removed_at is null
    order by lower(p.name), p.id limit ${maxSharedLines * maxPoints}`);
}

export function findPoint(db: Queryable, id: string): Promise<PointRow | undefined> {
  return db.maybeOne(select(point)`
    from ${points} where p.id = ${id} and p.removed_at is null and l.removed_at is null`);
}

/** Whether a doctor has a service point in a line. */
export async function isPointOfLine(
  db: Queryable,
  lineId: string,
  doctorId: string,
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from service_point
    where line_id = ${lineId} and doctor_id = ${doctorId} and removed_at is null)`);
  return (await db.one(select({ found })``)).found;
}

const count = typed<number>(sql`count(*)`);

/**
 * Locks the hospital's setup of lines, so that concurrent administrators wait for each other.
 * Returns the number of lines.
 */
export async function countLines(tx: Queryable, hospitalId: string): Promise<number> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const row = await tx.one(select({ count })`
    from shared_line l where l.hospital_id = ${hospitalId} and l.removed_at is null`);
  return row.count;
}

/** Minutes per patient at a service point, used until the real time has been measured. */
const usualMinutes: Readonly<Record<ServiceKind, number>> = {
  registration: 4,
  vitals: 4,
  laboratory: 6,
  imaging: 12,
  pharmacy: 4,
  billing: 4,
  any_doctor: 12,
  other: 8,
};

/**
 * Whether another line of the hospital has the same name in some language. The lock makes
 * concurrent changes of the hospital's lines wait for each other.
 */
export async function isLineNameTaken(
  tx: Queryable,
  { hospitalId, lineId }: { readonly hospitalId: string; readonly lineId: string },
  { name, names }: { readonly name: string; readonly names: LineNames },
): Promise<boolean> {
  await tx.run(sql`select from hospital where id = ${hospitalId} for no key update`);
  const found = typed<boolean>(sql`exists (
    select from shared_line o, unnest(${languages}::text[]) as known (language)
    where o.hospital_id = ${hospitalId} and o.id <> ${lineId} and o.removed_at is null
      and ${readsAlike({ name, names })})`);
  return (await tx.one(select({ found })``)).found;
}

/**
 * Whether another service point of the line already has this name, in any language. `pointId` is null for a new point.
 * The caller must hold the lock of the line.
 */
export async function isPointNameTaken(
  tx: Queryable,
  { lineId, pointId }: { readonly lineId: string; readonly pointId: string | null },
  { name, names }: { readonly name: string; readonly names: LineNames },
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (
    select from service_point o, unnest(${languages}::text[]) as known (language)
    where o.line_id = ${lineId} and o.id is distinct from ${pointId} and o.removed_at is null
      and ${readsAlike({ name, names })})`);
  return (await tx.one(select({ found })``)).found;
}

/**
 * Whether the line or point `o` has the given name in the language `known`. A line or point without
 * a name in that language has its plain name.
 */
function readsAlike({ name, names }: { readonly name: string; readonly names: LineNames }): Sql {
  return sql`lower(coalesce(o.names ->> known.language, o.name))
    = lower(coalesce(${names}::jsonb ->> known.language, ${name}::text))`;
}

export type LineFacts = Omit<NewLine, 'points' | 'kind' | 'asksFromHome'> & {
  readonly asksFromHome: boolean;
};

/**
 * Inserts a line with an empty queue. Returns undefined if the hospital already has a line of this
 * name.
 */
export async function insertLine(
  tx: Queryable,
  hospitalId: string,
  given: LineFacts & Pick<NewLine, 'kind'>,
  now: Date,
): Promise<string | undefined> {
  const { id } = await tx.one(returning({ id: typed<string>(sql`id`) })`
    insert into line (id, hospital_id) values (gen_random_uuid(), ${hospitalId})`);
  try {
    await tx.run(sql`
      insert into shared_line (id, hospital_id, name, names, kind, department, room, order_rule,
        returns_every, asks_from_home, made_at)
      values (${id}, ${hospitalId}, ${given.name}, ${given.names}, ${given.kind}, ${given.department},
        ${given.room}, ${given.order}, ${given.returnsEvery}, ${given.asksFromHome}, ${now})`);
  } catch (error) {
    if (violates(error, 'shared_line_by_name')) return undefined;
    throw error;
  }
  await tx.run(sql`
    insert into doctor_queue (doctor_id, usual_minutes) values (${id}, ${usualMinutes[given.kind]})`);
  // The scheduled task that begins a doctor's day never runs for a shared line.
  await tx.run(sql`insert into doctor_due (doctor_id, day_at) values (${id}, 'infinity')`);
  return id;
}

/**
 * Writes the edited fields of a line. Returns false if the hospital has another line of this name.
 */
export async function updateLine(tx: Queryable, id: string, given: LineFacts): Promise<boolean> {
  try {
    await tx.run(sql`
      update shared_line set name = ${given.name}, names = ${given.names}, department = ${given.department},
        room = ${given.room}, order_rule = ${given.order}, returns_every = ${given.returnsEvery},
        asks_from_home = ${given.asksFromHome}
      where id = ${id}`);
    return true;
  } catch (error) {
    if (violates(error, 'shared_line_by_name')) return false;
    throw error;
  }
}

/** Replaces the lines to which patients usually go after a line. */
export async function replaceNext(
  tx: Queryable,
  lineId: string,
  next: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from next_line where line_id = ${lineId}`);
  await tx.run(sql`
    insert into next_line (line_id, number, next_id)
    select ${lineId}, n.number, n.id
    from unnest(${next}::uuid[]) with ordinality as n (id, number)`);
}

/**
 * How many of these ids are lines of the hospital: shared lines, or lines of practising doctors.
 */
export async function countLinesOf(
  tx: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await tx.one(select({ count })`
    from line left join doctor d on d.id = line.id left join shared_line s on s.id = line.id
    where line.hospital_id = ${hospitalId} and line.id = any(${ids}::uuid[])
      and d.deactivated_at is null and s.removed_at is null`);
  return row.count;
}

/** Opens or closes a line for new patients. For a closed line, records since when it is closed. */
export async function markOpen(
  tx: Queryable,
  id: string,
  isOpen: boolean,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update shared_line set is_open = ${isOpen},
      shut_since = case when ${isOpen} then null when is_open then ${now}::timestamptz
        else shut_since end
    where id = ${id}`);
}

/** Whether a patient waits or is served in a line. */
export async function isLineInUse(tx: Queryable, lineId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from queue_entry
    where doctor_id = ${lineId} and status in ${openEntries})`);
  return (await tx.one(select({ found })``)).found;
}

/** Whether a patient has an upcoming booking in a line. */
export async function hasBookingsToCome(
  tx: Queryable,
  lineId: string,
  now: Date,
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (
    select from appointment a join hospital h on h.id = a.hospital_id
    where a.doctor_id = ${lineId} and a.status = ${bookingStatus.booked}
      and a.date >= ${hospitalToday(now)})`);
  return (await tx.one(select({ found })``)).found;
}

/** Marks a line as removed: no patient can be transferred to it, and its history stays. */
export async function markLineRemoved(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`update shared_line set removed_at = ${now}, is_open = false where id = ${id}`);
  await tx.run(sql`
    update service_point set removed_at = ${now}, state = 'closed', state_since = ${now}
    where line_id = ${id} and removed_at is null`);
  await tx.run(sql`delete from next_line where line_id = ${id} or next_id = ${id}`);
  await tx.run(sql`delete from planned_stop where line_id = ${id}`);
  await tx.run(sql`delete from timetable_session where doctor_id = ${id}`);
}

/**
 * Inserts a service point, unless the line already has a point of the same name or of the same
 * doctor.
 */
export async function insertPoint(
  tx: Queryable,
  lineId: string,
  { name, names, doctorId, hours }: NewPoint,
): Promise<'written' | 'same name' | 'same doctor'> {
  try {
    await tx.run(sql`
      insert into service_point (line_id, name, names, doctor_id, hours)
      values (${lineId}, ${name}, ${names}, ${doctorId}, ${JSON.stringify(hours)}::jsonb)`);
    return 'written';
  } catch (error) {
    if (violates(error, 'service_point_by_name')) return 'same name';
    if (violates(error, 'service_point_of_doctor')) return 'same doctor';
    throw error;
  }
}

/** Whether a doctor practises at a hospital. */
export async function isDoctorOf(
  tx: Queryable,
  hospitalId: string,
  doctorId: string,
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from doctor
    where id = ${doctorId} and hospital_id = ${hospitalId} and deactivated_at is null)`);
  return (await tx.one(select({ found })``)).found;
}

/**
 * Writes the names and the planned hours of a service point. Returns false if the line has another
 * point of this name.
 */
export async function updatePoint(
  tx: Queryable,
  id: string,
  { name, names, hours }: Pick<NewPoint, 'name' | 'names' | 'hours'>,
): Promise<boolean> {
  try {
    await tx.run(sql`
      update service_point set name = ${name}, names = ${names},
        hours = ${JSON.stringify(hours)}::jsonb
      where id = ${id}`);
    return true;
  } catch (error) {
    if (violates(error, 'service_point_by_name')) return false;
    throw error;
  }
}

/** How many of these people are receptionists of a hospital. */
export async function countReceptionists(
  tx: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<number> {
  // The lock prevents assigning a person who is leaving the hospital in a concurrent transaction.
  const row = await tx.one(select({ count })`
    from (select from membership
      where hospital_id = ${hospitalId} and role = 'receptionist' and user_id = any(${ids}::uuid[])
      for key share) held`);
  return row.count;
}

/**
 * Replaces the receptionists assigned to a service point. It waits for a concurrent removal of a
 * member of staff.
 */
export async function replaceStaff(
  tx: Queryable,
  { pointId, hospitalId }: { readonly pointId: string; readonly hospitalId: string },
  staffIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    delete from point_staff where point_id = ${pointId} and user_id <> all(${staffIds}::uuid[])`);
  await tx.run(sql`
    insert into point_staff (point_id, user_id, hospital_id, assigned_at)
    select ${pointId}, given.id, ${hospitalId}, ${now}::timestamptz
    from unnest(${staffIds}::uuid[]) as given (id)
    on conflict do nothing`);
}

/** Lists the service points of a hospital that have assigned receptionists, by line. */
export function listLinesOfStaff(
  tx: Queryable,
  { hospitalId, userId }: { readonly hospitalId: string; readonly userId: string },
): Promise<{ readonly lineId: string }[]> {
  return tx.many(select({ lineId: p.line_id })`
    from point_staff s join service_point p on p.id = s.point_id
    where s.user_id = ${userId} and s.hospital_id = ${hospitalId} and p.removed_at is null
    group by p.line_id`);
}

/**
 * Closes the counters that an account or API key opened which loses its right to work here, and the
 * service points of a doctor who is removed. A counter with a patient stays open, and so does
 * another doctor's point, because that doctor works on. Returns the lines of the closed points.
 */
export async function closePointsOf(
  tx: Queryable,
  leaver: {
    readonly hospitalId: string;
    /** The id of the account or of the API key. */
    readonly userId: string | null;
    readonly doctorId: string | null;
  },
  at: Date,
): Promise<string[]> {
  const { hospitalId, userId, doctorId } = leaver;
  const closed = await tx.many(returning({ line_id: p.line_id })`
    update service_point p set state = 'closed', state_since = ${at}, state_by = null
    from shared_line l
    where l.id = p.line_id and l.hospital_id = ${hospitalId} and p.removed_at is null
      and p.state <> 'closed' and (p.doctor_id = ${doctorId} or (p.state_by = ${userId}
        and p.doctor_id is null and not exists (select from queue_entry e
          where e.service_point_id = p.id and e.status = ${entryStatus.in_progress})))`);
  return [...new Set(closed.map(({ line_id }) => line_id))];
}

/**
 * Closes a deactivated doctor's open service points. Pauses a point that is serving a patient.
 * Returns the changed points.
 */
export function closePointsOfDoctor(
  tx: Queryable,
  doctorId: string,
  at: Date,
): Promise<{ readonly lineId: string; readonly hospitalId: string }[]> {
  const isInside = sql`exists (select from queue_entry e
    where e.doctor_id = ${doctorId} and e.status = ${entryStatus.in_progress})`;
  return tx.many(returning({ lineId: p.line_id, hospitalId: typed<string>(sql`l.hospital_id`) })`
    update service_point p set state_since = ${at}, state_by = null,
      state = case when ${isInside} then 'paused' else 'closed' end
    from shared_line l
    where l.id = p.line_id and p.doctor_id = ${doctorId} and p.removed_at is null
      and (p.state = 'open' or (p.state = 'paused' and not ${isInside}))`);
}

export async function markPointRemoved(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update service_point set removed_at = ${now}, state = 'closed', state_since = ${now}
    where id = ${id}`);
}

export async function writePointState(
  tx: Queryable,
  id: string,
  { state, by, at }: { readonly state: PointState; readonly by: string | null; readonly at: Date },
): Promise<void> {
  await tx.run(sql`
    update service_point set state = ${state}, state_since = ${at}, state_by = ${by}
    where id = ${id}`);
}
