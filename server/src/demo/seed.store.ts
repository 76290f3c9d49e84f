/** Bulk writes of the demo data, only into a database without hospitals. */
import type { QueueStatus, Urgency } from '@baari/contract/constants.ts';
import type { ReportType } from '@baari/contract/visit/report.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import sql from 'sql-template-tag';
import { returning, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import {
  bookingStatus,
  doctorStatus,
  entryStatus,
  openEntries,
  oneOf,
} from '../platform/hospital-sql/statuses.ts';
import type { DayRange } from '../schedule/schedule.rules.ts';
import type { ServiceTime } from '../waits/service-time.rules.ts';
import type { StateGroup } from '../waits/calibration.rules.ts';
import type { DemoDoctor, DemoHospital } from './demo-hospitals.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const p = table('patient', 'p');
const u = table('identity.user', 'u');

export async function hasHospitals(db: Queryable): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from hospital)`);
  const row = await db.one(select({ found })``);
  return row.found;
}

/**
 * Switches off PostgreSQL's time limit for transactions, because writing the demo data takes long
 * on a slow machine. There are no live events yet that a long transaction could delay.
 */
export async function takeAnyTime(tx: Queryable): Promise<void> {
  await tx.run(sql`
    select set_config('transaction_timeout', '0', true)
    where current_setting('server_version_num')::int >= 170000`);
}

/**
 * Inserts a demo hospital in which all staff may read reports, as RPT-1 requires. Each real
 * hospital decides which staff may read reports (decision 064).
 */
export async function insertDemoHospital(
  tx: Queryable,
  hospital: DemoHospital,
  timeZone: string,
  createdAt: Date,
): Promise<string> {
  const row = await tx.one(returning({ id: h.id })`
    insert into hospital as h (name, type, address, city, state, zip_code, phone, email, website,
      departments, operating_hours, time_zone, latitude, longitude, created_at,
      doctors_read_reports, receptionists_read_reports)
    values (${hospital.name}, ${hospital.type}, ${hospital.address}, ${hospital.city},
      ${hospital.state}, ${hospital.zipCode}, ${hospital.phone}, ${hospital.email},
      ${hospital.website}, ${[...hospital.departments]}, ${JSON.stringify(hospital.hours)}::jsonb,
      ${timeZone}, ${hospital.latitude}, ${hospital.longitude}, ${createdAt},
      true, true)`);
  return row.id;
}

export interface DemoDoctorRow extends DemoDoctor {
  readonly email: string;
  readonly phone: string;
  readonly status: 'Available' | 'Busy' | 'Offline';
  readonly visitMinutes: number;
}

export async function insertDemoDoctor(
  tx: Queryable,
  hospitalId: string,
  doctor: DemoDoctorRow,
  createdAt: Date,
): Promise<string> {
  const row = await tx.one(returning({ id: d.id })`
    insert into doctor as d (hospital_id, name, email, phone, specialty, department, status,
      experience_years, visit_minutes, created_at)
    values (${hospitalId}, ${doctor.name}, ${doctor.email}, ${doctor.phone}, ${doctor.specialty},
      ${doctor.department}, ${doctor.status}, ${doctor.experience}, ${doctor.visitMinutes},
      ${createdAt})`);
  await tx.run(sql`
    insert into doctor_queue (doctor_id, usual_minutes) values (${row.id}, ${doctor.visitMinutes})`);
  return row.id;
}

export interface DemoWork {
  readonly qualifications: string;
  readonly languages: readonly string[];
  readonly about: string;
  /** The room in which the doctor sees patients; null if unknown. */
  readonly room: string | null;
  readonly week: WeekPlan | null;
  readonly breakUntil: Date | null;
  readonly daysOff: DayRange | null;
}

/** Stores a demo doctor's working hours and profile text. */
export async function writeDemoWork(
  tx: Queryable,
  doctorId: string,
  work: DemoWork,
): Promise<void> {
  await tx.run(sql`
    update doctor set qualifications = ${work.qualifications}, languages = ${[...work.languages]},
      about = ${work.about}, room = ${work.room}, break_until = ${work.breakUntil},
      week = ${work.week === null ? null : JSON.stringify(work.week)}::jsonb
    where id = ${doctorId}`);
  if (work.daysOff === null) return;
  await tx.run(sql`
    insert into day_off (doctor_id, first_day, last_day)
    values (${doctorId}, ${work.daysOff.firstDay}, ${work.daysOff.lastDay})`);
}

export interface DemoAccountRow {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Inserts a demo account with a verified email and a password. */
export async function insertDemoAccount(tx: Queryable, account: DemoAccountRow): Promise<string> {
  const row = await tx.one(returning({ id: u.id })`
    insert into identity."user" as u (name, email, email_verified)
    values (${account.name}, ${account.email}, true)`);
  await tx.run(sql`
    insert into identity.account (user_id, provider_id, account_id, password)
    values (${row.id}, 'credential', ${row.id}, ${account.passwordHash})`);
  return row.id;
}

export interface DemoMembership {
  readonly userId: string;
  readonly hospitalId: string;
  readonly role: string;
  readonly doctorId: string | null;
  /**
   * When the person joined the hospital's staff. A new session starts at the hospital that the
   * person joined first.
   */
  readonly joinedAt: Date;
}

export async function insertDemoStaff(
  tx: Queryable,
  { userId, hospitalId, role, doctorId, joinedAt }: DemoMembership,
): Promise<void> {
  await tx.run(sql`
    insert into membership (user_id, hospital_id, role, doctor_id, created_at)
    values (${userId}, ${hospitalId}, ${role}, ${doctorId}, ${joinedAt})`);
}

export interface DemoPatient {
  readonly id: string;
  readonly accountId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
}

export async function insertDemoPatients(
  tx: Queryable,
  patients: readonly DemoPatient[],
): Promise<void> {
  await tx.run(sql`
    insert into patient (id, account_id, name, email, phone)
    select * from unnest(${patients.map((p) => p.id)}::uuid[],
      ${patients.map((p) => p.accountId)}::uuid[], ${patients.map((p) => p.name)}::text[],
      ${patients.map((p) => p.email)}::text[], ${patients.map((p) => p.phone)}::text[])`);
}

/**
 * Inserts a seven-year-old child on a patient's account, without visits, and returns the child's
 * id.
 */
export async function insertDemoChild(
  tx: Queryable,
  accountId: string,
  name: string,
): Promise<string> {
  const row = await tx.one(returning({ id: p.id })`
    insert into patient as p (account_id, name, relation, date_of_birth, gender)
    values (${accountId}, ${name}, 'child', '2019-07-01', 'Female')`);
  return row.id;
}

/**
 * The line of one step of a demo visit: a shared line with its service points, or a doctor's own
 * line.
 */
export interface DemoPlace {
  readonly lineId: string;
  readonly isShared: boolean;
  /** The service points that patients are called to; empty for a doctor. */
  readonly pointIds: readonly string[];
}

export interface DemoStop {
  readonly id: string;
  readonly place: DemoPlace;
  readonly patientId: string;
  readonly status: QueueStatus;
  readonly pointId: string | null;
  readonly orderKey: number;
  readonly symptoms: string;
  readonly joinedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly visitId: string;
  readonly sentFromId: string | null;
  readonly isReturn: boolean;
  /** The token number of the visit; null for visits of past days. */
  readonly tokenNumber: number | null;
}

export interface DemoEntry {
  readonly id: string;
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly patientId: string;
  readonly status: QueueStatus;
  readonly orderKey: number | null;
  readonly symptoms: string;
  readonly urgency: Urgency;
  readonly joinedAt: Date;
  readonly approvedAt: Date | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly checkedInAt?: Date | undefined;
}

export async function insertDemoEntries(
  tx: Queryable,
  entries: readonly DemoEntry[],
): Promise<void> {
  await tx.run(sql`
    insert into queue_entry (id, hospital_id, doctor_id, patient_id, status, order_key, symptoms,
      urgency, joined_at, approved_at, started_at, ended_at, checked_in_at, checked_in_by)
    select * from unnest(${entries.map((e) => e.id)}::uuid[],
      ${entries.map((e) => e.hospitalId)}::uuid[],
      ${entries.map((e) => e.doctorId)}::uuid[], ${entries.map((e) => e.patientId)}::uuid[],
      ${entries.map((e) => e.status)}::text[], ${entries.map((e) => e.orderKey)}::float8[],
      ${entries.map((e) => e.symptoms)}::text[], ${entries.map((e) => e.urgency)}::text[],
      ${entries.map((e) => e.joinedAt)}::timestamptz[],
      ${entries.map((e) => e.approvedAt)}::timestamptz[],
      ${entries.map((e) => e.startedAt)}::timestamptz[],
      ${entries.map((e) => e.endedAt)}::timestamptz[],
      ${entries.map((e) => e.checkedInAt ?? null)}::timestamptz[],
      ${entries.map((e) => (e.checkedInAt ? 'staff' : null))}::text[])`);
}

export async function setDemoServiceTime(
  tx: Queryable,
  doctorId: string,
  serviceTime: Pick<ServiceTime, 'minutes' | 'visits' | 'squares'> & {
    readonly at: Date;
    readonly completed: number;
  },
): Promise<void> {
  const { minutes, visits, squares, at, completed } = serviceTime;
  await tx.run(sql`
    update doctor_queue set pace_minutes = ${minutes}, pace_visits = ${visits},
      pace_squares = ${squares}, pace_at = ${at}, completed_total = ${completed},
      (last_call_at, last_end_at) = (
        select max(started_at), max(ended_at) filter (where status = ${entryStatus.completed})
        from queue_entry e where e.doctor_id = ${doctorId} and e.started_at is not null)
    where doctor_id = ${doctorId}`);
}

/**
 * Gives token numbers to the entries that were approved this morning. Two in three patients check
 * in some minutes before the call: at the desk, by phone and at the door in turn.
 */
export async function insertDemoArrivals(
  tx: Queryable,
  doctor: { readonly id: string; readonly hospitalId: string; readonly letters: string },
  morning: Date,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into token_letters (doctor_id, hospital_id, letters)
    values (${doctor.id}, ${doctor.hospitalId}, ${doctor.letters})`);
  await tx.run(sql`
    update queue_entry e set token = ${doctor.letters} || '-' || lpad(n::text, 3, '0'),
      token_number = n, token_day = ${hospitalToday(now)}
    from (select id, row_number() over (order by approved_at, id) as n from queue_entry
        where doctor_id = ${doctor.id} and approved_at >= ${morning}) numbered,
      hospital h
    where numbered.id = e.id and h.id = e.hospital_id`);
  await tx.run(sql`
    update queue_entry e set
      checked_in_at = least(${now}::timestamptz - interval '1 minute',
        greatest(e.approved_at, coalesce(e.started_at, e.approved_at + interval '25 minutes')
          - interval '5 minutes' - (n % 4) * interval '4 minutes')),
      checked_in_by = (array['staff', 'patient', 'door'])[1 + n % 3]
    from (select id, row_number() over (order by approved_at, id) as n from queue_entry
      where doctor_id = ${doctor.id}
        and status in ${oneOf(['waiting', 'in_progress', 'completed'])}) numbered
    where numbered.id = e.id and n % 3 <> 2 and e.checked_in_at is null`);
}

export interface DemoPromise {
  readonly entry: DemoEntry;
  readonly ahead: number;
  readonly bucket: number;
  readonly expected: number;
  readonly deviation: number;
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  readonly state: StateGroup;
}

/**
 * Inserts the waits that were predicted for patients of past days, and whether each prediction was
 * right.
 */
export async function insertDemoPromises(
  tx: Queryable,
  promises: readonly DemoPromise[],
): Promise<void> {
  await tx.run(sql`
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual, was_kept, inside)
    select e.hospital_id, e.doctor_id, e.id, 'joined', e.approved_at, given.state, given.ahead,
      given.bucket, given.expected, given.deviation, given.median, given.lower, given.upper,
      case when e.started_at is null then 'no_show' else 'called' end,
      coalesce(e.started_at, e.ended_at), waited.minutes, waited.minutes <= given.upper,
      waited.minutes between given.lower and given.upper
    from unnest(${promises.map((p) => p.entry.id)}::uuid[], ${promises.map((p) => p.ahead)}::int[],
      ${promises.map((p) => p.bucket)}::int[], ${promises.map((p) => p.expected)}::float8[],
      ${promises.map((p) => p.deviation)}::float8[], ${promises.map((p) => p.median)}::int[],
      ${promises.map((p) => p.lower)}::int[], ${promises.map((p) => p.upper)}::int[],
      ${promises.map((p) => p.state)}::text[])
      as given (id, ahead, bucket, expected, deviation, median, lower, upper, state)
      join queue_entry e on e.id = given.id,
      lateral (select extract(epoch from e.started_at - e.approved_at)::float8 / 60) as
        waited (minutes)`);
}

/** Inserts ratings of past visits, some with a comment; no rating is dated in the future. */
export async function insertDemoRatings(
  tx: Queryable,
  ratings: readonly { readonly entry: DemoEntry; readonly stars: number; readonly words: string }[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into rating (entry_id, doctor_id, stars, words, rated_at)
    select e.id, e.doctor_id, given.stars, given.words,
      least(e.ended_at + interval '2 hours', ${now})
    from unnest(${ratings.map(({ entry }) => entry.id)}::uuid[],
      ${ratings.map(({ stars }) => stars)}::int[], ${ratings.map(({ words }) => words)}::text[])
      as given (id, stars, words) join queue_entry e on e.id = given.id`);
}

export interface DemoReport {
  readonly entry: DemoEntry;
  readonly type: ReportType;
  readonly title: string;
  readonly summary: string;
}

/** Inserts reports of past visits; each report is dated half an hour after the visit. */
export async function insertDemoReports(
  tx: Queryable,
  reports: readonly DemoReport[],
  authorId: string,
  timeZone: string,
): Promise<void> {
  await tx.run(sql`
    insert into report (hospital_id, doctor_id, patient_id, entry_id, type, status, title, summary,
      date, author_id, created_at)
    select e.hospital_id, e.doctor_id, e.patient_id, e.id, given.type, 'completed', given.title,
      given.summary, (e.ended_at at time zone ${timeZone})::date, ${authorId},
      e.ended_at + interval '30 minutes'
    from unnest(${reports.map(({ entry }) => entry.id)}::uuid[],
      ${reports.map(({ type }) => type)}::text[], ${reports.map(({ title }) => title)}::text[],
      ${reports.map(({ summary }) => summary)}::text[])
      as given (id, type, title, summary) join queue_entry e on e.id = given.id`);
}

/**
 * Puts the patient at this position of a doctor's line on hold, because the patient missed a call
 * some time ago.
 */
export async function holdDemoEntry(
  tx: Queryable,
  doctorId: string,
  place: number,
  by: string,
  calledAt: Date,
): Promise<void> {
  await tx.run(sql`
    update queue_entry set missed_calls = 1, called_at = ${calledAt}, changed_at = ${calledAt},
      changed_by = ${by}, last_action = 'hold'
    where id = (select id from queue_entry where doctor_id = ${doctorId} and status = ${entryStatus.waiting}
      order by order_key, id limit 1 offset ${place - 1})`);
}

/** Records that staff judged one entry urgent and moved it ahead of another entry. */
export async function insertDemoUrgentMove(
  tx: Queryable,
  moved: { readonly urgentId: string; readonly passedId: string },
  reason: string,
  by: string,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update queue_entry set stated_urgency = 'medium', urgency = 'high', urgency_reason = ${reason},
      urgency_changed_at = ${at}, changed_at = ${at}, changed_by = ${by}, last_action = 'move'
    where id = ${moved.urgentId}`);
  await tx.run(sql`
    insert into place_change (entry_id, at, from_place, to_place, reason, moved_entry_id, moved_by)
    values (${moved.urgentId}, ${at}, 3, 2, 'urgent', ${moved.urgentId}, ${by}),
      (${moved.passedId}, ${at}, 2, 3, 'urgent', ${moved.urgentId}, ${by})`);
}

/** Inserts audit rows for the actions that staff took on visits since a given time. */
export async function insertDemoTrail(
  tx: Queryable,
  hospitalId: string,
  receptionistId: string,
  doctor: { readonly userId: string; readonly doctorId: string },
  since: Date,
): Promise<void> {
  await tx.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address,
      outcome)
    select at, user_id, role, ${hospitalId}, action, array[patient_id], id, '192.0.2.10', 'ok'
    from (
      select approved_at as at, ${receptionistId}::uuid as user_id, 'receptionist' as role,
        'approve' as action, patient_id, id
      from queue_entry where hospital_id = ${hospitalId} and approved_at >= ${since}
      union all
      select started_at, ${doctor.userId}, 'doctor', 'start', patient_id, id
      from queue_entry where doctor_id = ${doctor.doctorId} and started_at >= ${since}
      union all
      select ended_at, ${doctor.userId}, 'doctor', 'complete', patient_id, id
      from queue_entry where doctor_id = ${doctor.doctorId} and ended_at >= ${since}
        and status = ${entryStatus.completed}) as done
    order by at`);
}

/**
 * Measures every second patient who is inside or waits, and the past visits of these patients. Some
 * values lie outside the usual range.
 */
export async function insertDemoVitals(
  tx: Queryable,
  hospitalId: string,
  receptionistId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into vital_signs (hospital_id, entry_id, measured_at, measured_by, systolic, diastolic,
      pulse, temperature, oxygen, weight)
    select hospital_id, id, at, ${receptionistId}, 108 + (n * 7) % 44, 68 + (n * 5) % 26,
      62 + (n * 11) % 36, 36.4 + (n * 3) % 20 / 10.0, 95 + n % 5,
      52 + (person * 13) % 38
    from (
      select hospital_id, id, status, row_number() over (order by joined_at, id) as n,
        dense_rank() over (order by patient_id) as person,
        least(coalesce(started_at, ${now}) - interval '4 minutes', ${now}) as at
      from queue_entry where hospital_id = ${hospitalId} and approved_at is not null
        and (status in ${openEntries} or patient_id in (
          select patient_id from queue_entry
          where hospital_id = ${hospitalId} and status in ${openEntries}))) as seen
    where status <> ${entryStatus.waiting} or n % 2 = 0`);
}

/** Inserts booked appointments; their days and times are those of the hospital's time zone. */
export async function insertDemoAppointments(
  tx: Queryable,
  place: {
    readonly hospitalId: string;
    readonly doctorId: string;
    readonly timeZone: string;
    readonly minutes: number;
  },
  booked: readonly { readonly patientId: string; readonly day: string; readonly time: string }[],
  bookedAt: Date,
): Promise<void> {
  await tx.run(sql`
    insert into appointment (hospital_id, doctor_id, patient_id, date, time, minutes, starts_at,
      status, booked_at)
    select ${place.hospitalId}, ${place.doctorId}, patient_id, day::date, time, ${place.minutes},
      (day || ' ' || time)::timestamp at time zone ${place.timeZone}, ${bookingStatus.booked}, ${bookedAt}
    from unnest(${booked.map(({ patientId }) => patientId)}::uuid[],
      ${booked.map(({ day }) => day)}::text[], ${booked.map(({ time }) => time)}::text[])
      as given (patient_id, day, time)`);
}

/**
 * Inserts a patient's request for an earlier time than the patient's booking with the doctor. Also
 * inserts the appointment time that is held for the request.
 */
export async function insertDemoOffer(
  tx: Queryable,
  held: {
    readonly hospitalId: string;
    readonly doctorId: string;
    readonly timeZone: string;
    readonly minutes: number;
    readonly day: string;
    readonly time: string;
  },
  { patientId, secret }: { readonly patientId: string; readonly secret: string },
  now: Date,
): Promise<void> {
  const { hospitalId, doctorId, day, time } = held;
  await tx.run(sql`
    with wishes as (
      insert into earlier_wish (hospital_id, patient_id, appointment_id, doctor_id, scope, weekdays,
        day_parts, least_notice_minutes, urgency, made_by, made_at)
      select ${hospitalId}, ${patientId}, a.id, ${doctorId}, 'doctor', '{}', '{}', 120, 0, 'patient',
        ${now} from appointment a
      where a.patient_id = ${patientId} and a.doctor_id = ${doctorId}
        and a.status = ${bookingStatus.booked}
      order by a.starts_at limit 1 returning id),
    slots as (
      insert into held_slot (hospital_id, doctor_id, date, time, minutes, place, starts_at, freed_at,
        freed_by, depth, asked)
      values (${hospitalId}, ${doctorId}, ${day}::date, ${time}, ${held.minutes}, 1,
        (${day}::text || ' ' || ${time}::text)::timestamp at time zone ${held.timeZone}, ${now}, 'cancelled', 0, 1)
      returning id)
    insert into earlier_offer (held_slot_id, wish_id, patient_id, reason, offered_at, expires_at,
      link_hash)
    select slots.id, wishes.id, ${patientId}, 'longest_wish', clock_timestamp(),
      clock_timestamp() + interval '1 day', ${hashLinkSecret(secret)}
    from slots, wishes`);
}

/**
 * Inserts the steps of visits through several lines. The token numbers of these visits come from
 * the registration line.
 */
export async function insertDemoStops(
  tx: Queryable,
  hospitalId: string,
  stops: readonly DemoStop[],
  token: { readonly lineId: string; readonly letters: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into queue_entry (id, hospital_id, doctor_id, patient_id, status, order_key, symptoms,
      urgency, joined_at, approved_at, started_at, ended_at, checked_in_at, checked_in_by, is_shared,
      service_point_id, visit_id, sent_from_id, is_return, token, token_number, token_day,
      token_doctor_id)
    select given.id, h.id, given.line_id, given.patient_id, given.status, given.order_key,
      given.symptoms, 'medium', given.joined_at, given.joined_at, given.started_at, given.ended_at,
      given.joined_at, 'staff', given.is_shared, given.point_id, given.visit_id, given.sent_from_id,
      given.is_return, ${token.letters} || '-' || lpad(given.number::text, 3, '0'), given.number,
      case when given.number is not null then ${hospitalToday(now)} end,
      case when given.number is not null and given.line_id <> ${token.lineId} then ${token.lineId}::uuid end
    from unnest(${stops.map((s) => s.id)}::uuid[], ${stops.map((s) => s.place.lineId)}::uuid[],
      ${stops.map((s) => s.patientId)}::uuid[], ${stops.map((s) => s.status)}::text[],
      ${stops.map((s) => s.orderKey)}::float8[], ${stops.map((s) => s.symptoms)}::text[],
      ${stops.map((s) => s.joinedAt)}::timestamptz[],
      ${stops.map((s) => s.startedAt)}::timestamptz[], ${stops.map((s) => s.endedAt)}::timestamptz[],
      ${stops.map((s) => s.place.isShared)}::bool[], ${stops.map((s) => s.pointId)}::uuid[],
      ${stops.map((s) => s.visitId)}::uuid[], ${stops.map((s) => s.sentFromId)}::uuid[],
      ${stops.map((s) => s.isReturn)}::bool[], ${stops.map((s) => s.tokenNumber)}::int[])
      as given (id, line_id, patient_id, status, order_key, symptoms, joined_at, started_at, ended_at,
        is_shared, point_id, visit_id, sent_from_id, is_return, number)
      join hospital h on h.id = ${hospitalId}`);
}

/** Stores for past consultations that each is one step of a longer visit. */
export async function joinDemoVisits(
  tx: Queryable,
  consulted: readonly {
    readonly id: string;
    readonly visitId: string;
    readonly sentFromId: string;
  }[],
): Promise<void> {
  await tx.run(sql`
    update queue_entry e set visit_id = given.visit_id, sent_from_id = given.sent_from_id
    from unnest(${consulted.map((c) => c.id)}::uuid[], ${consulted.map((c) => c.visitId)}::uuid[],
      ${consulted.map((c) => c.sentFromId)}::uuid[]) as given (id, visit_id, sent_from_id)
    where e.id = given.id`);
}

export async function insertDemoLetters(
  tx: Queryable,
  lineId: string,
  hospitalId: string,
  letters: string,
): Promise<void> {
  await tx.run(sql`
    insert into token_letters (doctor_id, hospital_id, letters)
    values (${lineId}, ${hospitalId}, ${letters})`);
}

/** Whether a doctor works this morning. */
export async function isAtWork(tx: Queryable, doctorId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from doctor
    where id = ${doctorId} and status = ${doctorStatus.Available})`);
  return (await tx.one(select({ found })``)).found;
}
