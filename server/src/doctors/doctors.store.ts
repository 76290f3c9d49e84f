/** All SQL on doctors. The counts on a doctor's card are computed from the queue [ENT-4, PAT-7]. */
import { lineShown } from '@baari/contract/constants.ts';
import type { DoctorEdit, NewDoctor } from '@baari/contract/doctor/doctor.ts';
import { usualVisitMinutes } from '@baari/contract/doctor/visit-minutes.ts';
import type { DoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { limitColumns, usedColumns, usedNow } from '../limits/limits.store.ts';
import {
  type RowOf,
  returning,
  type Statement,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { hasLetters, soundsLike } from '../platform/hospital-sql/name-search.ts';
import type { PageWanted } from '../platform/database/page.rules.ts';
import {
  doctorStatus,
  entriesInLine,
  entryStatus,
  openEntries,
} from '../platform/hospital-sql/statuses.ts';
import { sharedBesides } from '../waits/called-besides.store.ts';
import { isPresent, learntColumns, waitsSince } from '../waits/line-columns.store.ts';
import type { SharedBeside } from '../waits/points.rules.ts';
import type { Presence } from './presence/doctor-status.rules.ts';

const d = table('doctor', 'd');
const h = table('hospital', 'h');
const q = table('doctor_queue', 'q');

const doctor = {
  id: d.id,
  hospital_id: d.hospital_id,
  name: d.name,
  email: d.email,
  phone: d.phone,
  specialty: d.specialty,
  department: d.department,
  status: d.status,
  break_until: d.break_until,
  break_began_at: d.break_began_at,
  shut_since: d.shut_since,
  room: d.room,
  deactivated_at: d.deactivated_at,
  week: typed<WeekPlan | null>(d.week),
  day_begun: d.day_begun,
  left_at: d.left_at,
  qualifications: d.qualifications,
  languages: d.languages,
  about: d.about,
  experience_years: d.experience_years,
  visit_minutes: d.visit_minutes,
  image: d.image,
  created_at: d.created_at,
  rating_sum: d.rating_sum,
  rating_count: d.rating_count,
  time_zone: h.time_zone,
  hospital_hours: typed<WeekHours>(h.operating_hours),
  hospital_standing: h.standing,
  practice_of: h.practice_of,
  takes_requests_shut: h.takes_requests_shut,
  completed_total: q.completed_total,
  ...limitColumns,
  ...usedColumns,
  ...learntColumns,
  promises_counted: q.promises_counted,
  promises_kept: q.promises_kept,
  promises_inside: q.promises_inside,
  waiting: typed<number>(sql`line.waiting`),
  /**
   * The number of waiting patients who can be called now; `waiting_since` below is when the first
   * of them began to wait.
   */
  present: typed<number>(sql`line.present`),
  /**
   * The number of waiting patients who can be called now, where a patient with a longer visit
   * counts as more than one.
   */
  present_visits: typed<number>(sql`line.present_visits`),
  waiting_since: typed<Date | null>(sql`line.waiting_since`),
  in_consultation: typed<number>(sql`line.in_consultation`),
  running_since: typed<Date | null>(sql`line.running_since`),
  running_counts_as: typed<number | null>(sql`line.running_counts_as`),
  /** The shared lines from which the doctor calls patients in addition to the doctor's own line. */
  shared_besides: typed<readonly SharedBeside[]>(sharedBesides(sql`d.id`)),
  /**
   * The mean minutes from the approval of a request to the start of the visit, over the whole days
   * of the last two weeks; null without visits.
   */
  average_wait: typed<number | null>(sql`past.average_wait`),
  has_account: typed<boolean>(sql`exists (select from membership s where s.doctor_id = d.id)`),
};
export type DoctorRow = RowOf<typeof doctor>;

const e = sql`e`;
const averageWindowMs = 14 * 86_400_000;

/** SQL that selects doctors; `which` is the condition and the order. */
function doctorsOf(now: Date, which: Sql): Statement<DoctorRow> {
  return select(doctor)`${aroundDoctors(now, which)}`;
}

function aroundDoctors(now: Date, which: Sql): Sql {
  const since = new Date(now.getTime() - averageWindowMs);
  return sql`
    from doctor d join hospital h on h.id = d.hospital_id
      join doctor_queue q on q.doctor_id = d.id
      left join wait_fit f on f.hospital_id = d.hospital_id,
      ${usedNow(now)},
      lateral (
        select count(*) filter (where e.status = ${entryStatus.waiting}) as waiting,
          count(*) filter (where e.status = ${entryStatus.waiting} and ${isPresent(e)}) as present,
          coalesce(sum(e.counts_as) filter (where e.status = ${entryStatus.waiting} and ${isPresent(e)}), 0)
            as present_visits,
          min(${waitsSince(e)}) filter (where e.status = ${entryStatus.waiting} and ${isPresent(e)})
            as waiting_since,
          count(*) filter (where e.status = ${entryStatus.in_progress}) as in_consultation,
          min(e.started_at) filter (where e.status = ${entryStatus.in_progress}) as running_since,
          min(e.counts_as) filter (where e.status = ${entryStatus.in_progress}) as running_counts_as
        from queue_entry e
        where e.doctor_id = d.id and e.status in ${entriesInLine}) line,
      lateral (
        select sum(w.seconds) / nullif(sum(w.visits), 0) / 60 as average_wait
        from doctor_wait_day w
        where w.doctor_id = d.id and w.day >= (${since}::timestamptz at time zone 'UTC')::date) past
    where ${which}`;
}

/**
 * A search by name: it matches a part of a doctor's name, or the sound of the name in another
 * script. An empty search matches every doctor.
 */
export interface Named {
  readonly search?: string | undefined;
}

/**
 * One page of a hospital's practising or deactivated doctors, by name; counts are computed only for
 * the page.
 */
export function listDoctorsOfHospital(
  db: Queryable,
  hospitalId: string,
  who: 'present' | 'former',
  { after, limit, search = '' }: PageWanted & Named,
  now: Date,
): Promise<DoctorRow[]> {
  const practising =
    who === 'present' ? sql`deactivated_at is null` : sql`deactivated_at is not null`;
  const behind =
    after === undefined
      ? empty
      : sql`and (lower(name), id) > (select lower(name), id from doctor where id = ${after})`;
  const page = sql`
    d.id = any(array(select id from doctor d
      where hospital_id = ${hospitalId} and ${practising} ${behind} ${named(search)}
      order by lower(name), id limit ${limit}))
    order by lower(d.name), d.id`;
  return db.many(doctorsOf(now, page));
}

function named(search: string): Sql {
  if (search === '') return empty;
  return sql`and (${hasLetters(d.name_letters, search)} or ${soundsLike(d, search)})`;
}

export function findDoctor(db: Queryable, id: string, now: Date): Promise<DoctorRow | undefined> {
  return db.maybeOne(doctorsOf(now, sql`d.id = ${id}`));
}

const doctorWithLine = {
  ...doctor,
  version: q.version,
  /**
   * The length of each waiting visit relative to a usual visit, in order of position; 0 for a
   * patient who cannot be called. Only the first entries of a long line are listed.
   */
  counts: typed<readonly number[]>(sql`
    array(select case when ${isPresent(e)} then e.counts_as else 0 end from queue_entry e
      where e.doctor_id = d.id and e.status = ${entryStatus.waiting}
      order by e.order_key, e.id limit ${lineShown})`),
};
export type DoctorLineRow = RowOf<typeof doctorWithLine>;

/**
 * Lists practising doctors with the data that predict the waits in their lines: the doctors with
 * these ids, or a hospital's next page by id.
 */
export function listDoctorLines(
  db: Queryable,
  wanted:
    | { readonly ids: readonly string[] }
    | { readonly hospitalId: string; readonly after: string | undefined },
  limit: number,
  now: Date,
): Promise<DoctorLineRow[]> {
  const which =
    'ids' in wanted
      ? sql`d.id = any(${wanted.ids}::uuid[])`
      : sql`d.hospital_id = ${wanted.hospitalId} and d.id > ${wanted.after ?? null}::uuid is not false`;
  return db.many(select(doctorWithLine)`
    ${aroundDoctors(now, sql`${which} and d.deactivated_at is null order by d.id limit ${limit}`)}`);
}

/** Whether patients can see a hospital [SEC-20]. */
export async function isShownHospital(db: Queryable, id: string): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from hospital where id = ${id} and standing <> 'hidden')`);
  return (await db.one(select({ found })``)).found;
}

/**
 * Inserts a doctor with an empty queue, Offline at first; undefined if the email is used in this
 * hospital.
 */
export async function insertDoctor(
  tx: Queryable,
  hospitalId: string,
  given: NewDoctor,
  now: Date,
): Promise<string | undefined> {
  try {
    const row = await tx.one(returning({ id: d.id })`
      insert into doctor as d
        (hospital_id, name, email, phone, specialty, department, visit_minutes, status, shut_since)
      values (${hospitalId}, ${given.name}, ${given.email}, ${given.phone},
        ${given.specialty}, ${given.department}, ${given.visitMinutes ?? null},
        ${doctorStatus.Offline}, ${now})`);
    const minutes = given.visitMinutes ?? usualVisitMinutes(given.specialty);
    await tx.run(sql`
      insert into doctor_queue (doctor_id, usual_minutes) values (${row.id}, ${minutes})`);
    return row.id;
  } catch (error) {
    if (violates(error, 'doctor_email_per_hospital')) return undefined;
    throw error;
  }
}

/**
 * Writes the edited fields of a doctor; false if another doctor of this hospital uses the email.
 */
export async function updateDoctor(tx: Queryable, id: string, edit: DoctorEdit): Promise<boolean> {
  try {
    await tx.run(sql`
      update doctor set name = ${edit.name}, email = ${edit.email}, phone = ${edit.phone},
        specialty = ${edit.specialty}, department = ${edit.department},
        experience_years = ${edit.experience}
      where id = ${id}`);
    if (edit.visitMinutes !== undefined) await stateVisitMinutes(tx, id, edit.visitMinutes);
    return true;
  } catch (error) {
    if (violates(error, 'doctor_email_per_hospital')) return false;
    throw error;
  }
}

/**
 * Stores how many minutes a visit to this doctor takes, as staff stated it; the predicted waits
 * change at once. With null the predictions use the times learnt from past visits.
 */
async function stateVisitMinutes(tx: Queryable, id: string, minutes: number | null): Promise<void> {
  await tx.run(sql`update doctor set visit_minutes = ${minutes} where id = ${id}`);
  if (minutes === null) return;
  await tx.run(sql`update doctor_queue set usual_minutes = ${minutes} where doctor_id = ${id}`);
}

/** Whether a doctor has a waiting, pending or running entry. */
export async function hasOpenEntries(tx: Queryable, doctorId: string): Promise<boolean> {
  const found = typed<boolean>(sql`
    exists (select from queue_entry where doctor_id = ${doctorId}
      and status in ${openEntries})`);
  return (await tx.one(select({ found })``)).found;
}

export async function markDeactivated(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update doctor set deactivated_at = coalesce(deactivated_at, ${now}::timestamptz),
      left_at = ${now}, status = ${doctorStatus.Offline}, break_until = null,
      shut_since = case when status = ${doctorStatus.Offline} then shut_since
        else ${now}::timestamptz end
    where id = ${id}`);
}

export async function markActive(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`update doctor set deactivated_at = null where id = ${id}`);
}

/**
 * Stores since when this doctor has had no account. Null after staff have set such a doctor to a
 * status other than Offline.
 */
export async function writeLeft(tx: Queryable, id: string, at: Date | null): Promise<void> {
  await tx.run(sql`update doctor set left_at = ${at} where id = ${id}`);
}

/** Lists the doctors in the order in which they must be locked. */
export async function listDoctorsOfDepartment(
  tx: Queryable,
  hospitalId: string,
  department: string,
): Promise<string[]> {
  const rows = await tx.many(select({ id: d.id })`
    from doctor d where d.hospital_id = ${hospitalId} and d.department = ${department}
    order by d.id`);
  return rows.map(({ id }) => id);
}

export async function moveToDepartment(
  tx: Queryable,
  hospitalId: string,
  from: string,
  to: string,
): Promise<void> {
  await tx.run(sql`
    update doctor set department = ${to}
    where hospital_id = ${hospitalId} and department = ${from}`);
}

/**
 * Stores the status and its times: since when the doctor accepts no patients, and since when the
 * doctor is Offline.
 */
export async function updatePresence(
  tx: Queryable,
  id: string,
  { status, breakUntil }: Presence,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update doctor set status = ${status}, break_until = ${breakUntil},
      break_began_at = case when status = ${doctorStatus.Available} and ${status} <> ${doctorStatus.Available}
        then ${now}::timestamptz else break_began_at end,
      shut_since = case when ${status} <> ${doctorStatus.Offline} then null
        when status <> ${doctorStatus.Offline} then ${now}::timestamptz else shut_since end
    where id = ${id}`);
  await tx.run(sql`update doctor_queue set interrupted_at = ${now} where doctor_id = ${id}`);
}

/** Stores the doctor's room; null clears it. */
export async function updateRoom(tx: Queryable, id: string, room: string | null): Promise<void> {
  await tx.run(sql`update doctor set room = ${room} where id = ${id}`);
}

export async function updateWeek(tx: Queryable, id: string, week: WeekPlan | null): Promise<void> {
  await tx.run(sql`
    update doctor set week = ${week === null ? null : JSON.stringify(week)}::jsonb
    where id = ${id}`);
}

export async function updateProfile(
  tx: Queryable,
  id: string,
  profile: DoctorProfile,
): Promise<void> {
  await tx.run(sql`
    update doctor set experience_years = ${profile.experience},
      qualifications = ${profile.qualifications}, languages = ${[...new Set(profile.languages)]},
      about = ${profile.about}
    where id = ${id}`);
}

/**
 * Whether the start of this day changes the doctor's status: because of a day off, or because of a
 * chosen starting status.
 */
export async function hasDayToBegin(tx: Queryable, id: string, day: string): Promise<boolean> {
  const found = typed<boolean>(sql`(
    exists (select from doctor_settings s where s.doctor_id = ${id} and s.default_status is not null)
    or exists (select from day_off o
      where o.doctor_id = ${id} and ${day} between o.first_day and o.last_day))`);
  return (await tx.one(select({ found })``)).found;
}

export async function markDayBegun(tx: Queryable, id: string, day: string): Promise<void> {
  await tx.run(sql`update doctor set day_begun = ${day} where id = ${id}`);
}

/** Lets the start of the doctor's day run again, for example after a day off was removed. */
export async function forgetDayBegun(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`update doctor set day_begun = null where id = ${id}`);
}

/** The doctors whose announced break is over. */
export async function listBreaksOver(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.many(select({ id: d.id })`
    from doctor d where d.break_until <= ${now} and d.deactivated_at is null
    order by d.break_until, d.id`);
  return rows.map(({ id }) => id);
}
