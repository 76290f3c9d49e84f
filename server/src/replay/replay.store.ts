/**
 * The only SQL for simulations of past days: a hospital's doctors and the visits of a day [WAIT-4].
 */
import { namesShown } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import { mostReplayed } from '@baari/contract/hospital/replay.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import {
  hospitalToday,
  startOfDay,
  startOfHospitalToday,
} from '../platform/hospital-sql/hospital-time.ts';
import { openEntries } from '../platform/hospital-sql/statuses.ts';
import { learntColumns } from '../waits/line-columns.store.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const e = table('queue_entry', 'e');
const p = table('wait_promise', 'p');

export interface ReplayedHospital {
  time_zone: string;
  hospital_hours: WeekHours;
  today: string;
}

export function readHospital(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<ReplayedHospital> {
  const columns = {
    time_zone: h.time_zone,
    hospital_hours: typed<WeekHours>(h.operating_hours),
    today: hospitalToday(now),
  };
  return db.one(select(columns)`from hospital h where h.id = ${hospitalId}`);
}

/** The latest day before today with approved visits; undefined if there is no such day. */
export async function findLatestDay(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<string | undefined> {
  const column = typed<string>(sql`(e.joined_at at time zone h.time_zone)::date`);
  const row = await db.maybeOne(select({ day: column })`
    from queue_entry e join hospital h on h.id = e.hospital_id
    where e.hospital_id = ${hospitalId} and not e.is_shared
      and e.joined_at < ${startOfHospitalToday(now)}
      and e.approved_at is not null and e.ended_at is not null and e.status not in ${openEntries}
    order by e.joined_at desc limit 1`);
  return row?.day;
}

const doctor = {
  id: d.id,
  name: d.name,
  week: typed<WeekPlan | null>(d.week),
  ...learntColumns,
};
export type ReplayedDoctor = RowOf<typeof doctor>;

/** A hospital's doctors, by name. */
export function listDoctors(db: Queryable, hospitalId: string): Promise<ReplayedDoctor[]> {
  return db.many(select(doctor)`
    from doctor d join doctor_queue q on q.doctor_id = d.id
      left join wait_fit f on f.hospital_id = d.hospital_id
    where d.hospital_id = ${hospitalId} order by lower(d.name), d.id limit ${namesShown}`);
}

const visit = {
  doctor_id: e.doctor_id,
  status: e.status,
  urgency: e.urgency,
  joined_at: e.joined_at,
  approved_at: typed<Date>(e.approved_at),
  moved_at: e.moved_at,
  due_at: e.due_at,
  is_booked: typed<boolean>(sql`(e.appointment_id is not null)`),
  checked_in_at: e.checked_in_at,
  back_at: e.back_at,
  called_at: e.called_at,
  first_called_at: typed<Date | null>(sql`
    promise.made_at + promise.actual * interval '1 minute'`),
  missed_calls: e.missed_calls,
  started_at: e.started_at,
  ended_at: e.ended_at,
  was_closed: typed<boolean>(sql`(e.close_reason is not null)`),
  was_kept: typed<boolean | null>(sql`promise.was_kept`),
};
export type VisitRow = RowOf<typeof visit>;

export interface DayOfHospital {
  readonly hospitalId: string;
  readonly timeZone: string;
  /** The day, YYYY-MM-DD. */
  readonly day: string;
}

/**
 * SQL condition: the patient of the entry `e` joined the line on the day, was approved, and the
 * entry has ended.
 */
function ofDay({ hospitalId, timeZone, day }: DayOfHospital): Sql {
  return sql`e.hospital_id = ${hospitalId} and not e.is_shared
    and e.joined_at >= ${startOfDay(sql`${day}::date`, sql`${timeZone}`)}
    and e.joined_at < ${startOfDay(sql`${day}::date + 1`, sql`${timeZone}`)}
    and e.approved_at is not null and e.ended_at is not null and e.status not in ${openEntries}`;
}

const count = { doctor_id: e.doctor_id, visits: typed<number>(sql`count(*)`) };

/** Visits per doctor on a day; doctors without any are left out. */
export function countVisits(db: Queryable, day: DayOfHospital): Promise<RowOf<typeof count>[]> {
  return db.many(select(count)`from queue_entry e where ${ofDay(day)} group by e.doctor_id`);
}

/** The visits of some doctors that were approved on a day. */
export function listVisits(
  db: Queryable,
  day: DayOfHospital,
  doctorIds: readonly string[],
): Promise<VisitRow[]> {
  return db.many(select(visit)`
    from queue_entry e
    left join lateral (
      select p.made_at, p.actual, p.was_kept from wait_promise p
      where p.entry_id = e.id and ${p.kind} = 'joined' offset 0) promise on true
    where ${ofDay(day)} and e.doctor_id = any(${doctorIds}::uuid[])
    order by e.joined_at, e.id limit ${mostReplayed}`);
}
