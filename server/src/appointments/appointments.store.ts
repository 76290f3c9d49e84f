/** All SQL on appointments; two unique indexes ensure one patient per place of a time. */
import type { BookingSide, VisitKind } from '@baari/contract/constants.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { type WeekHours } from '@baari/contract/fields.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { isContactProved, isPhoneProved, isRelated, lastGiven } from '../people/relation.store.ts';
import {
  leftJoined,
  type RowOf,
  returning,
  type Statement,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';
import { likeText } from '../platform/database/like.ts';
import { hasLetters, soundsLike } from '../platform/hospital-sql/name-search.ts';
import type { PageWanted } from '../platform/database/page.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { bookingStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import { patientsScanned } from '../queue/scanned.store.ts';
import { daysOffOf } from '../schedule/days-off.store.ts';
import type { DayRange } from '../schedule/schedule.rules.ts';
import type { OfferedSlot } from '../timetables/timetable.rules.ts';
import { sessionsOf } from '../timetables/timetables.store.ts';

const a = table('appointment', 'a');
const p = table('patient', 'p');
const holder = leftJoined('patient', 'holder');
const d = table('doctor', 'd');
const h = table('hospital', 'h');

/** The doctor's own week within the hospital's hours, on its clock. */
const bookable = {
  hospital_standing: h.standing,
  time_zone: h.time_zone,
  /** Minutes before a booked time from which patients may check in. */
  check_in_minutes: h.check_in_minutes,
  operating_hours: typed<WeekHours>(h.operating_hours),
  week: typed<WeekPlan | null>(d.week),
  deactivated_at: d.deactivated_at,
};

const bookedDoctor = {
  ...bookable,
  id: d.id,
  hospital_id: d.hospital_id,
  status: d.status,
  days_off: typed<DayRange[]>(daysOffOf(sql`'-infinity'`)),
  /** The timetable; null for a doctor without one. */
  sessions: typed<TimetableSession[] | null>(sessionsOf()),
};
export type BookedDoctor = RowOf<typeof bookedDoctor>;

/** A doctor with the clock and the hours of the hospital. */
export function findDoctorToBook(
  db: Queryable,
  doctorId: string,
): Promise<BookedDoctor | undefined> {
  return db.maybeOne(doctorsToBook(sql`d.id = ${doctorId}`));
}

/** One page by name of the practising doctors of a hospital. */
export function listDoctorsToBook(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<BookedDoctor[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (lower(d.name), d.id) > (select lower(name), id from doctor where id = ${after})`;
  return db.many(
    doctorsToBook(sql`
      d.hospital_id = ${hospitalId} and d.deactivated_at is null ${behind}
      order by lower(d.name), d.id limit ${limit}`),
  );
}

function doctorsToBook(where: Sql): Statement<BookedDoctor> {
  return select(bookedDoctor)`
    from doctor d join hospital h on h.id = d.hospital_id where ${where}`;
}

const appointment = {
  ...bookable,
  id: a.id,
  status: a.status,
  date: a.date,
  time: a.time,
  minutes: a.minutes,
  starts_at: a.starts_at,
  booked_at: a.booked_at,
  moves: a.moves,
  cancelled_by: a.cancelled_by,
  cancel_reason: a.cancel_reason,
  /** The kind of visit, and who stated it. */
  visit_kind: typed<VisitKind | null>(a.visit_kind),
  visit_kind_by: typed<BookingSide | null>(a.visit_kind_by),
  /** The entry created by the check-in. */
  entry_id: a.entry_id,
  patient_id: a.patient_id,
  account_id: p.account_id,
  patient_name: p.name,
  /** The phone given with the booking; shown while there is a treatment relation. */
  contact_phone: a.contact_phone,
  /** Whether the patient has a visit or another booking here. */
  is_known: typed<boolean>(isRelated(sql`a.patient_id`, sql`a.hospital_id`)),
  /** The name of the account's own person, where the patient is another. */
  through: holder.name,
  is_contact_proved: typed<boolean>(isContactProved(sql`p`)),
  is_phone_proved: typed<boolean>(isPhoneProved(sql`p`, sql`a.contact_phone`)),
  doctor_id: a.doctor_id,
  doctor_name: d.name,
  doctor_specialty: d.specialty,
  doctor_department: d.department,
  hospital_id: a.hospital_id,
  hospital_name: h.name,
  hospital_address: typed<string>(sql`concat_ws(', ', h.address, h.city)`),
  days_off: typed<DayRange[]>(daysOffOf(sql`a.date`)),
  /** The sessions of that day; null for a doctor without a timetable. */
  sessions: typed<TimetableSession[] | null>(sessionsOf(sql`a.date`)),
};
export type AppointmentRow = RowOf<typeof appointment>;

/** `which`: the condition and the order. */
function appointmentsOf(which: Sql): Statement<AppointmentRow> {
  return select(appointment)`
    from appointment a join patient p on p.id = a.patient_id
      left join patient holder on holder.id = p.account_id and holder.id <> p.id
      join doctor d on d.id = a.doctor_id
      join hospital h on h.id = a.hospital_id
    where ${which}`;
}

export function findAppointment(db: Queryable, id: string): Promise<AppointmentRow | undefined> {
  return db.maybeOne(appointmentsOf(sql`a.id = ${id}`));
}

/** Still booked, and today or later by the hospital's clock. */
function isToCome(now: Date): Sql {
  return sql`a.status = ${bookingStatus.booked} and a.date >= ${hospitalToday(now)}`;
}

/** The upcoming appointments, soonest first. */
export function listUpcoming(
  db: Queryable,
  accountId: string,
  now: Date,
  limit: number,
): Promise<AppointmentRow[]> {
  return db.many(
    appointmentsOf(sql`p.account_id = ${accountId} and ${isToCome(now)}
      order by a.starts_at, a.id limit ${limit}`),
  );
}

/** All appointments that are not upcoming, latest first. */
export function listPast(
  db: Queryable,
  accountId: string,
  now: Date,
  limit: number,
): Promise<AppointmentRow[]> {
  return db.many(
    appointmentsOf(sql`p.account_id = ${accountId} and not (${isToCome(now)})
      order by a.starts_at desc, a.id limit ${limit}`),
  );
}

/** One page of a hospital's day, by doctor's name and time. */
export function listOfHospital(
  db: Queryable,
  hospitalId: string,
  { date, doctorId }: { readonly date: string; readonly doctorId: string | undefined },
  { after, limit }: PageWanted,
): Promise<AppointmentRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (lower(d.name), d.id, a.time, a.booked_at, a.id) > (
          select lower(o.name), o.id, b.time, b.booked_at, b.id
          from appointment b join doctor o on o.id = b.doctor_id where b.id = ${after})`;
  return db.many(
    appointmentsOf(sql`
      a.hospital_id = ${hospitalId} and a.date = ${date} and ${isOfDoctor(doctorId)} ${behind}
      order by lower(d.name), d.id, a.time, a.booked_at, a.id limit ${limit}`),
  );
}

function isOfDoctor(doctorId: string | undefined): Sql {
  return doctorId === undefined ? sql`true` : sql`a.doctor_id = ${doctorId}`;
}

/** No hospital's today began longer ago than this, so that an index by time can be used. */
const longestTodayMs = 2 * 86_400_000;

/** One page of a hospital's upcoming appointments, soonest first. */
export function listToComeOfHospital(
  db: Queryable,
  hospitalId: string,
  doctorId: string | undefined,
  { after, limit }: PageWanted,
  now: Date,
): Promise<AppointmentRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (a.starts_at, a.id) > (
          select starts_at, id from appointment where id = ${after})`;
  return db.many(
    appointmentsOf(sql`
      a.hospital_id = ${hospitalId} and ${isOfDoctor(doctorId)} and ${isToCome(now)}
        and a.starts_at > ${new Date(now.getTime() - longestTodayMs)} ${behind}
      order by a.starts_at, a.id limit ${limit}`),
  );
}

export async function countToComeOfDoctor(
  tx: Queryable,
  doctorId: string,
  now: Date,
): Promise<number> {
  const row = await tx.one(select({ count: typed<number>(sql`count(*)`) })`
    from appointment a join hospital h on h.id = a.hospital_id
    where a.doctor_id = ${doctorId} and ${isToCome(now)}`);
  return row.count;
}

const takenTime = { doctor_id: a.doctor_id, date: a.date, time: a.time, minutes: a.minutes };
export type TakenRow = RowOf<typeof takenTime>;

/** The taken times of some doctors from one day to another, once for each booking. */
export function listTaken(
  db: Queryable,
  doctorIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TakenRow[]> {
  return db.many(select(takenTime)`
    from appointment a
    where a.doctor_id = any(${doctorIds}::uuid[]) and a.date between ${from}::date and ${to}::date
      and a.status <> ${bookingStatus.cancelled}`);
}

/** The time zone of a hospital; undefined if patients cannot see the hospital [SEC-20]. */
export async function findZoneForPatients(
  db: Queryable,
  hospitalId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ time_zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId} and h.standing <> 'hidden'`);
  return row?.time_zone;
}

/** The time zone for the hospital's own staff, even if patients cannot see the hospital. */
export async function findZoneForStaff(db: Queryable, hospitalId: string): Promise<string> {
  const row = await db.one(select({ time_zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId}`);
  return row.time_zone;
}

/** Maps a violated unique index to its refusal; throws anything else. */
function refusalOf(error: unknown): Result<never> {
  if (violates(error, 'one_booking_per_slot')) return refuse('slot_taken');
  if (violates(error, 'one_booking_per_patient_and_day')) return refuse('already_booked');
  throw error;
}

export interface NewAppointment {
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly patientId: string;
  readonly date: string;
  readonly slot: OfferedSlot;
  readonly bookedAt: Date;
  /** The kind of visit, if stated. */
  readonly visitKind: VisitKind | undefined;
  readonly by: BookingSide;
}

/**
 * Inserts a booking at the lowest free place of its slot and returns its id. Refuses: slot_taken,
 * already_booked. The caller holds the doctor's lock; without it, the unique index still refuses a
 * second booking of a place.
 */
export async function insertAppointment(
  tx: Queryable,
  given: NewAppointment,
): Promise<Result<string>> {
  const { doctorId, date, slot } = given;
  try {
    const row = await tx.maybeOne(returning({ id: a.id })`
      insert into appointment as a
        (hospital_id, doctor_id, patient_id, date, time, minutes, starts_at, status, booked_at,
          visit_kind, visit_kind_by, place)
      select ${given.hospitalId}, ${doctorId}, ${given.patientId}, ${date}, ${slot.time},
        ${slot.minutes}, ${slot.startsAt}, ${bookingStatus.booked}, ${given.bookedAt},
        ${given.visitKind ?? null}, ${given.visitKind === undefined ? null : given.by}, each.place
      ${lowestFreePlace({ doctorId, date, slot })}
      on conflict (doctor_id, date, time, place) where status <> ${bookingStatus.cancelled} do nothing`);
    return row === undefined ? refuse('slot_taken') : ok(row.id);
  } catch (error) {
    return refusalOf(error);
  }
}

/** Moves a booking to the lowest free place of another slot. Refuses: slot_taken, already_booked. */
export async function moveAppointment(
  tx: Queryable,
  { id, doctorId }: { readonly id: string; readonly doctorId: string },
  { date, slot }: Pick<NewAppointment, 'date' | 'slot'>,
): Promise<Result<void>> {
  try {
    const row = await tx.maybeOne(returning({ id: a.id })`
      update appointment a set date = ${date}, time = ${slot.time}, minutes = ${slot.minutes},
        starts_at = ${slot.startsAt}, place = free.place, moves = moves + 1
      from (select each.place ${lowestFreePlace({ doctorId, date, slot, besides: id })}) free
      where a.id = ${id}`);
    return row === undefined ? refuse('slot_taken') : ok(undefined);
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * The lowest place of a slot that no booking has; no row if the slot is full. A booking that
 * overlaps the slot takes one of its places, also one of another timetable that begins at another
 * time. `besides`: the booking that is moved.
 */
function lowestFreePlace({ doctorId, date, slot, besides }: SlotToTake): Sql {
  const others = sql`
    from appointment b where b.doctor_id = ${doctorId} and b.date = ${date}::date
      and b.status <> ${bookingStatus.cancelled}
      ${besides === undefined ? empty : sql`and b.id <> ${besides}`}`;
  const begins = sql`${slot.time}::time::interval`;
  return sql`
    from generate_series(1, ${slot.places}::int) as each (place)
    where (select count(*) ${others}
        and b.time::interval < ${begins} + ${slot.minutes}::int * interval '1 minute'
        and b.time::interval + b.minutes * interval '1 minute' > ${begins}) < ${slot.places}::int
      and not exists (select ${others} and b.time = ${slot.time} and b.place = each.place)
    order by each.place limit 1`;
}

interface SlotToTake extends Pick<NewAppointment, 'doctorId' | 'date' | 'slot'> {
  readonly besides?: string;
}

export interface Cancellation {
  readonly by: BookingSide;
  /** The hospital's message to the patient. */
  readonly reason?: string | undefined;
}

export async function markCancelled(
  tx: Queryable,
  id: string,
  { by, reason }: Cancellation,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update appointment set status = ${bookingStatus.cancelled}, cancelled_at = ${now}, cancelled_by = ${by},
      cancel_reason = ${reason ?? null}
    where id = ${id}`);
}

export async function markCheckedIn(
  tx: Queryable,
  id: string,
  entryId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update appointment set status = ${bookingStatus.checked_in}, checked_in_at = ${now}, entry_id = ${entryId}
    where id = ${id}`);
}

/** Undoes a mistaken check-in: the appointment is booked as before. */
export async function markBookedAgain(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`
    update appointment set status = ${bookingStatus.booked}, checked_in_at = null, entry_id = null
    where id = ${id}`);
}

const openBooking = {
  id: a.id,
  doctor_id: a.doctor_id,
  hospital_id: a.hospital_id,
  starts_at: a.starts_at,
  minutes: a.minutes,
};
export type OpenBookingRow = RowOf<typeof openBooking>;

/**
 * Locks and lists the open bookings of the account's people from the hospital's today on, or of a
 * patient without an account. Concurrent bookings for them wait until this transaction ends.
 */
export async function lockOpenBookings(
  tx: Queryable,
  patientId: string,
  now: Date,
): Promise<OpenBookingRow[]> {
  const holder = sql`(select coalesce(account_id, id) from patient where id = ${patientId})`;
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('bookings of ' || ${holder}::text, 0))`);
  return tx.many(select(openBooking)`
    from appointment a join patient p on p.id = a.patient_id
      join hospital h on h.id = a.hospital_id
    where (p.account_id = ${holder} or p.id = ${holder}) and ${isToCome(now)}
    order by a.starts_at, a.id`);
}

const knownPatient = {
  id: p.id,
  account_id: p.account_id,
  name: p.name,
  phone: typed<string | null>(sql`last.phone`),
  is_phone_proved: typed<boolean>(isPhoneProved(sql`p`, sql`last.phone`)),
  email: typed<string | null>(sql`last.email`),
  through: holder.name,
};
export type KnownPatientRow = RowOf<typeof knownPatient>;

/**
 * Finds known patients by part of the name or of what they gave here: the email or, from three
 * digits on, the phone; a child also by a parent's. One or two letters match the start of a name. A
 * scanned token or ticket finds its patient. The search has no wildcards; shown contacts are the
 * latest given here. Names that only sound alike come last.
 */
export function listKnownPatients(
  db: Queryable,
  hospitalId: string,
  search: string,
  { now, limit }: { now: Date; limit: number },
): Promise<KnownPatientRow[]> {
  const isShort = search.length < shortestPart && !/\d/u.test(search);
  const isCalled = hasLetters(p.name_letters, search, isShort ? 'first' : 'anywhere');
  const which = isShort ? isCalled : sql`p.id in (${patientsWith(search, hospitalId, now)})`;
  return db.many(select(knownPatient)`
    from patient p left join patient holder on holder.id = p.account_id and holder.id <> p.id,
      lateral ${lastGiven(sql`p`, hospitalId)} last
    where p.removed_at is null and p.erased_at is null and ${which}
    order by ${isCalled} desc, lower(p.name), p.id limit ${limit}`);
}

/** The trigram index needs this many letters; fewer match only the start. */
const shortestPart = 3;

/**
 * The ids of patients with this part in the name, or in a contact given here, or who were scanned.
 */
function patientsWith(typed: string, hospitalId: string, now: Date): Sql {
  const search = withPlainDigits(typed);
  const part = `%${likeText(search.toLowerCase())}%`;
  const digits = search.replaceAll(/\D/gu, '');
  const scanned = patientsScanned(search, hospitalId, now);
  const isGiven =
    digits.length < shortestPart
      ? sql`lower(contact_email) like ${part}`
      : sql`(lower(contact_email) like ${part} or contact_phone like ${`%${digits}%`})`;
  return sql`
    select p.id from patient p where ${hasLetters(p.name_letters, search)}
    union all select p.id from patient p where ${soundsLike(p, search)}
    union all select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status not in ${openEntries} and ${isGiven}
    union all select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status in ${openEntries} and ${isGiven}
    union all select patient_id from appointment where hospital_id = ${hospitalId} and ${isGiven}
    ${scanned === undefined ? empty : sql`union all ${scanned}`}`;
}

/** Locks a known patient until the transaction ends; undefined for all others. */
export function lockKnownPatient(
  tx: Queryable,
  hospitalId: string,
  id: string,
): Promise<{ id: string; account_id: string | null } | undefined> {
  return tx.maybeOne(select({ id: p.id, account_id: p.account_id })`
    from patient p where p.id = ${id} and p.removed_at is null and p.erased_at is null
      and exists ${lastGiven(sql`p`, hospitalId)}
    for share of p`);
}
