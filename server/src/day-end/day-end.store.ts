/** All SQL on the ends of hospitals' days [DAY-1]. */
import { namesShown } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import sql from 'sql-template-tag';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalTime } from '../platform/hospital-sql/hospital-time.ts';
import { doctorStatus, entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import { forgottenHours } from './day-end.rules.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const q = table('doctor_queue', 'q');
const inside = leftJoined('queue_entry', 'inside');

const setting = { ends_at: h.day_ends_at, since: h.day_ends_since, time_zone: h.time_zone };
const settingAndHours = { ...setting, hours: typed<WeekHours>(h.operating_hours) };

export function readDayEnd(
  db: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof settingAndHours>> {
  return db.one(select(settingAndHours)`from hospital h where h.id = ${hospitalId}`);
}

/**
 * Saves the setting for the end of the day. It applies from now on; an end of the day before this
 * moment has no effect.
 */
export async function writeDayEnd(
  tx: Queryable,
  hospitalId: string,
  endsAt: string | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set day_ends_at = ${endsAt},
      day_ends_since = ${endsAt === null ? null : now}
    where id = ${hospitalId}`);
}

const dayOfDoctor = {
  id: d.id,
  name: d.name,
  status: d.status,
  waiting: typed<number>(sql`coalesce(line.waiting, 0)`),
  pending: typed<number>(sql`coalesce(line.pending, 0)`),
  inside_id: inside.id,
  inside_token: inside.token,
  inside_since: inside.started_at,
};

/** A hospital's doctors whose day has not ended, with the counts of their lines. */
export function listDayOfDoctors(
  db: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof dayOfDoctor>[]> {
  return db.many(select(dayOfDoctor)`
    from doctor d
      left join (
        select e.doctor_id, count(*) filter (where e.status = ${entryStatus.waiting}) as waiting,
          count(*) filter (where e.status = ${entryStatus.pending_approval}) as pending,
          max(e.id::text) filter (where e.status = ${entryStatus.in_progress})::uuid as inside
        from queue_entry e
        where e.hospital_id = ${hospitalId}
          and e.status in ${openEntries}
        group by e.doctor_id) line on line.doctor_id = d.id
      left join queue_entry inside on inside.id = line.inside
    where d.hospital_id = ${hospitalId} and d.deactivated_at is null
      and (d.status <> ${doctorStatus.Offline} or line.doctor_id is not null)
    order by lower(d.name), d.id limit ${namesShown}`);
}

const l = table('shared_line', 'l');

const dayOfLine = {
  id: l.id,
  name: l.name,
  waiting: typed<number>(sql`open.waiting`),
  pending: typed<number>(sql`open.pending`),
  served: typed<number>(sql`open.served`),
};

/** A hospital's shared lines that contain patients, with their counts. */
export function listDayOfLines(
  db: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof dayOfLine>[]> {
  return db.many(select(dayOfLine)`
    from shared_line l
      join (
        select e.doctor_id, count(*) filter (where e.status = ${entryStatus.waiting}) as waiting,
          count(*) filter (where e.status = ${entryStatus.pending_approval}) as pending,
          count(*) filter (where e.status = ${entryStatus.in_progress}) as served
        from queue_entry e
        where e.hospital_id = ${hospitalId} and e.is_shared
          and e.status in ${openEntries}
        group by e.doctor_id) open on open.doctor_id = l.id
    where l.hospital_id = ${hospitalId} and l.removed_at is null
    order by lower(l.name), l.id limit ${namesShown}`);
}

/** A hospital's practising doctors and shared lines, in the order in which they are locked. */
export async function listDoctorsToEnd(db: Queryable, hospitalId: string): Promise<string[]> {
  const rows = await db.many(select({ id: d.id })`
    from line d
      left join doctor o on o.id = d.id left join shared_line l on l.id = d.id
    where d.hospital_id = ${hospitalId} and o.deactivated_at is null and l.removed_at is null
    order by d.id`);
  return rows.map(({ id }) => id);
}

/**
 * Lists the doctors and shared lines whose set end of the day is due, or whose entries may be
 * forgotten. The caller checks each of them again under its lock.
 */
export async function listDayEndsDue(db: Queryable, now: Date): Promise<string[]> {
  const ended = sql`((case when ${hospitalTime(now)}::time >= h.day_ends_at::time
      then ${hospitalTime(now)}::date else ${hospitalTime(now)}::date - 1 end
    + h.day_ends_at::time) at time zone h.time_zone)`;
  const rested = new Date(now.getTime() - forgottenHours * 3_600_000);
  const rows = await db.many(select({ id: typed<string>(sql`due.id`) })`
    from (
      select o.id from hospital h join doctor o on o.hospital_id = h.id
      where h.day_ends_at is not null and ${ended} > h.day_ends_since
        and (o.day_ended_at is null or o.day_ended_at < ${ended}) and o.deactivated_at is null
      union
      select l.id from hospital h join shared_line l on l.hospital_id = h.id
      where h.day_ends_at is not null and ${ended} > h.day_ends_since
        and (l.day_ended_at is null or l.day_ended_at < ${ended}) and l.removed_at is null
      union
      select line.doctor_id from hospital h, lateral (
        select distinct e.doctor_id from queue_entry e
        where e.hospital_id = h.id and e.status in ${openEntries}
          and e.status <> ${entryStatus.in_progress}
          and coalesce(e.changed_at, e.joined_at) <= ${rested}::timestamptz) line
    ) due order by due.id`);
  return rows.map(({ id }) => id);
}

const line = table('line', 'line');
const doctorToEnd = {
  hospital_id: line.hospital_id,
  day_ended_at: typed<Date | null>(sql`coalesce(d.day_ended_at, shared.day_ended_at)`),
  /** When the doctor's status last changed. */
  interrupted_at: q.interrupted_at,
  /** When a patient last went in to the doctor or left the doctor. */
  last_call_at: typed<Date | null>(sql`(
    select greatest(c.started_at, c.ended_at) from queue_entry c
    where c.doctor_id = line.id and c.started_at is not null
    order by c.started_at desc limit 1)`),
  ...setting,
};

/**
 * Reads the facts that decide whether a doctor's day ends. The caller holds the lock of the
 * doctor's line.
 */
export function findDoctorToEnd(
  tx: Queryable,
  doctorId: string,
): Promise<RowOf<typeof doctorToEnd> | undefined> {
  return tx.maybeOne(select(doctorToEnd)`
    from line join hospital h on h.id = line.hospital_id
      join doctor_queue q on q.doctor_id = line.id
      left join doctor d on d.id = line.id
      left join shared_line shared on shared.id = line.id
    where line.id = ${doctorId}`);
}

/** Marks the day of a line as ended; returns whether its counters were closed too. */
export async function markDayEnded(tx: Queryable, doctorId: string, end: Date): Promise<boolean> {
  await tx.run(sql`update doctor set day_ended_at = ${end} where id = ${doctorId}`);
  await tx.run(sql`update shared_line set day_ended_at = ${end} where id = ${doctorId}`);
  // The counters of a shared line are closed too, except a counter that is serving a patient.
  const closed = await tx.run(sql`
    update service_point p set state = 'closed', state_since = ${end}, state_by = null
    where p.line_id = ${doctorId} and p.state <> 'closed' and not exists (
      select from queue_entry e where e.doctor_id = coalesce(p.doctor_id, p.line_id)
        and e.service_point_id is not distinct from case when p.doctor_id is null then p.id end
        and e.status = ${entryStatus.in_progress})`);
  return closed > 0;
}
