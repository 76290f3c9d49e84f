/**
 * All SQL on appointments. Two unique indexes ensure that each place of a slot has at most one
 * patient.
 */
import {
  type BookingSide,
  type DoctorStatus,
  maxSharedLines,
  type VisitKind,
} from '@baari/contract/constants.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { type WeekHours } from '@baari/contract/fields.ts';
import type { LineNames } from '@baari/contract/lines/line-names.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { WeekPlan } from '@baari/contract/hospital/schedule.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import sql, { empty, join, type Sql } from 'sql-template-tag';
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
import { bookingStatus, doctorStatus, openEntries } from '../platform/hospital-sql/statuses.ts';
import {
  findHeldAt,
  type HeldPlace,
  heldPlacesOf,
  listHeldTimes,
} from '../held-slots/held-slots.store.ts';
import { patientsScanned } from '../queue/scanned.store.ts';
import { daysOffOf } from '../schedule/days-off.store.ts';
import type { DayRange } from '../schedule/schedule.rules.ts';
import { sessionsOf } from '../schedule/sessions.store.ts';
import { type OfferedSlot, type Taken, takesOf } from '../timetables/timetable.rules.ts';

const a = table('appointment', 'a');
const p = table('patient', 'p');
const holder = leftJoined('patient', 'holder');
const d = table('doctor', 'd');
const h = table('hospital', 'h');
/**
 * The table of doctors. It is left-joined, because a booking has either a doctor or a shared line.
 */
const doctor = leftJoined('doctor', 'd');
const shared = leftJoined('shared_line', 'shared');

/**
 * The columns that decide when a booking is possible: the hospital's time zone and hours, and the
 * doctor's week.
 */
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
  name: d.name,
  department: d.department,
  hospital_id: d.hospital_id,
  status: d.status,
  days_off: typed<DayRange[]>(daysOffOf(sql`'-infinity'`)),
  /** The sessions of the timetable; null for a doctor without a timetable. */
  sessions: typed<TimetableSession[] | null>(sessionsOf()),
  is_shared: typed<boolean>(sql`false`),
  /** Whether patients may book this doctor or line themselves, and not only the desk. */
  asks_from_home: typed<boolean>(sql`true`),
};
/** What can be booked: a doctor or a shared line. */
export type BookedLine = RowOf<typeof bookedDoctor>;

/** A shared line has no hours besides its timetable, so without one it offers no times. */
const bookedLine = {
  ...bookedDoctor,
  id: typed<string>(shared.id),
  name: typed<string>(shared.name),
  department: typed<string>(sql`''`),
  hospital_id: typed<string>(shared.hospital_id),
  week: typed<null>(sql`null`),
  deactivated_at: shared.removed_at,
  status: typed<DoctorStatus>(sql`
    case when shared.is_open then ${doctorStatus.Available} else ${doctorStatus.Offline} end`),
  days_off: typed<DayRange[]>(sql`'[]'::json`),
  sessions: typed<TimetableSession[]>(
    sql`coalesce(${sessionsOf(undefined, sql`shared.id`)}, '[]')`,
  ),
  is_shared: typed<boolean>(sql`true`),
  asks_from_home: typed<boolean>(sql`shared.asks_from_home`),
};

/** A doctor or a shared line, with the time zone and the hours of its hospital. */
export async function findLineToBook(
  db: Queryable,
  lineId: string,
): Promise<BookedLine | undefined> {
  const found = await db.maybeOne(doctorsToBook(sql`d.id = ${lineId}`));
  if (found !== undefined) return found;
  return db.maybeOne(select(bookedLine)`
    from shared_line shared join hospital h on h.id = shared.hospital_id
    where shared.id = ${lineId}`);
}

/** The shared lines of a hospital that patients can book: with a timetable, and open to requests from home. */
export function listLinesToBook(db: Queryable, hospitalId: string): Promise<BookedLine[]> {
  return db.many(select(bookedLine)`
    from shared_line shared join hospital h on h.id = shared.hospital_id
    where shared.hospital_id = ${hospitalId} and shared.removed_at is null and shared.asks_from_home
      and exists (select from timetable_session t where t.doctor_id = shared.id)
    order by shared.id limit ${maxSharedLines}`);
}

/** One page of a hospital's practising doctors, by name. */
export function listDoctorsToBook(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<BookedLine[]> {
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

/** The practising doctors of some departments of a hospital, by name; at most as many as `limit`. */
export function listDoctorsOfDepartments(
  db: Queryable,
  hospitalId: string,
  departments: readonly string[],
  limit: number,
): Promise<BookedLine[]> {
  return db.many(
    doctorsToBook(sql`
      d.hospital_id = ${hospitalId} and d.deactivated_at is null
      and d.department = any(${departments}::text[])
      order by lower(d.name), d.id limit ${limit}`),
  );
}

function doctorsToBook(where: Sql): Statement<BookedLine> {
  return select(bookedDoctor)`
    from doctor d join hospital h on h.id = d.hospital_id where ${where}`;
}

const lineName = sql`coalesce(d.name, shared.name)`;

const appointment = {
  ...bookable,
  week: typed<WeekPlan | null>(doctor.week),
  /** When the doctor was deactivated or the shared line removed. */
  deactivated_at: typed<Date | null>(sql`coalesce(d.deactivated_at, shared.removed_at)`),
  id: a.id,
  status: a.status,
  date: a.date,
  time: a.time,
  minutes: a.minutes,
  place: a.place,
  starts_at: a.starts_at,
  booked_at: a.booked_at,
  moves: a.moves,
  cancelled_by: a.cancelled_by,
  cancel_reason: a.cancel_reason,
  reminded_at: a.reminded_at,
  confirmed_at: a.confirmed_at,
  /** The kind of visit, and who stated it. */
  visit_kind: typed<VisitKind | null>(a.visit_kind),
  visit_kind_by: typed<BookingSide | null>(a.visit_kind_by),
  /** The queue entry that the check-in created. */
  entry_id: a.entry_id,
  patient_id: a.patient_id,
  account_id: p.account_id,
  patient_name: p.name,
  /**
   * The phone given with the booking. It is shown as long as the patient has a visit or booking at
   * the hospital.
   */
  contact_phone: a.contact_phone,
  /** Whether the patient has a visit or another booking at this hospital. */
  is_known: typed<boolean>(isRelated(sql`a.patient_id`, sql`a.hospital_id`)),
  /** The name of the account holder, if the booked patient is another person of the account. */
  through: holder.name,
  is_contact_proved: typed<boolean>(isContactProved(sql`p`)),
  is_phone_proved: typed<boolean>(isPhoneProved(sql`p`, sql`a.contact_phone`)),
  doctor_id: a.doctor_id,
  /** The name of the doctor or of the shared line. */
  doctor_name: typed<string>(lineName),
  /** The names of a shared line in other languages; null for a doctor. */
  line_names: typed<LineNames | null>(shared.names),
  /** The kind of the shared line; null for a doctor. */
  service: typed<ServiceKind | null>(shared.kind),
  doctor_specialty: typed<string>(sql`coalesce(d.specialty, '')`),
  doctor_department: typed<string>(sql`coalesce(d.department, shared.department, '')`),
  hospital_id: a.hospital_id,
  hospital_name: h.name,
  hospital_address: typed<string>(sql`concat_ws(', ', h.address, h.city)`),
  days_off: typed<DayRange[]>(daysOffOf(sql`a.date`)),
  /**
   * The timetable's sessions on the day of the appointment; null for a doctor without a timetable.
   */
  sessions: typed<TimetableSession[] | null>(sql`
    coalesce(${sessionsOf(sql`a.date`, sql`a.doctor_id`)},
      case when shared.id is not null then '[]'::jsonb end)`),
  /**
   * The bookings whose times overlap this booking. Only bookings made earlier, and those already
   * checked in, count.
   */
  booked_before: typed<Taken[]>(sql`
    (select coalesce(jsonb_agg(jsonb_build_object('time', b.time, 'minutes', b.minutes)), '[]')
    from appointment b where b.doctor_id = a.doctor_id and b.date = a.date and b.id <> a.id
      and b.status <> ${bookingStatus.cancelled}
      and (b.status <> ${bookingStatus.booked} or (b.booked_at, b.id) < (a.booked_at, a.id))
      -- For the index: a visit takes two hours at most.
      and b.time >= to_char(greatest(a.time::interval - interval '2 hours', interval '0'), 'HH24:MI')
      and b.time < to_char(a.time::interval + a.minutes * interval '1 minute', 'HH24:MI')
      and b.time::interval + b.minutes * interval '1 minute' > a.time::interval)`),
};
export type AppointmentRow = RowOf<typeof appointment>;

/** Selects appointments; `which` is the SQL condition with the sort order. */
function appointmentsOf(which: Sql): Statement<AppointmentRow> {
  return select(appointment)`
    from appointment a join patient p on p.id = a.patient_id
      left join patient holder on holder.id = p.account_id and holder.id <> p.id
      ${ownersOf(sql`a`)}
      join hospital h on h.id = a.hospital_id
    where ${which}`;
}

/** Joins the booking's doctor as `d` or its shared line as `shared`. */
function ownersOf(booking: Sql): Sql {
  return sql`left join doctor d on d.id = ${booking}.doctor_id
    left join shared_line shared on shared.id = ${booking}.doctor_id`;
}

export function findAppointment(db: Queryable, id: string): Promise<AppointmentRow | undefined> {
  return db.maybeOne(appointmentsOf(sql`a.id = ${id}`));
}

/** The appointments of a hospital with these ids. */
export function findAppointments(
  db: Queryable,
  hospitalId: string,
  ids: readonly string[],
): Promise<AppointmentRow[]> {
  return db.many(appointmentsOf(sql`a.hospital_id = ${hospitalId} and a.id = any(${ids}::uuid[])`));
}

/**
 * The SQL condition that an appointment is still booked, and is today or later by the hospital's
 * clock.
 */
function isToCome(now: Date): Sql {
  return sql`a.status = ${bookingStatus.booked} and a.date >= ${hospitalToday(now)}`;
}

/** The upcoming appointments of an account's patients, soonest first. */
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

/** All appointments of an account's patients that are not upcoming, latest first. */
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

/**
 * One page of the appointments of a hospital on a day, by the name of the doctor or the line and by
 * time.
 */
export function listOfHospital(
  db: Queryable,
  hospitalId: string,
  { date, doctorId }: { readonly date: string; readonly doctorId: string | undefined },
  { after, limit }: PageWanted,
): Promise<AppointmentRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (lower(${lineName}), a.doctor_id, a.time, a.booked_at, a.id) > (
          select lower(${lineName}), b.doctor_id, b.time, b.booked_at, b.id
          from appointment b ${ownersOf(sql`b`)} where b.id = ${after})`;
  return db.many(
    appointmentsOf(sql`
      a.hospital_id = ${hospitalId} and a.date = ${date} and ${isOfDoctor(doctorId)} ${behind}
      order by lower(${lineName}), a.doctor_id, a.time, a.booked_at, a.id limit ${limit}`),
  );
}

function isOfDoctor(doctorId: string | undefined): Sql {
  return doctorId === undefined ? sql`true` : sql`a.doctor_id = ${doctorId}`;
}

/**
 * How long ago, at most, the current day of any hospital began, in ms. With this limit, the query
 * can use an index by time.
 */
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

const takenTime = {
  doctor_id: a.doctor_id,
  date: a.date,
  time: a.time,
  minutes: a.minutes,
  isReserved: a.is_reserved,
};
export type TakenRow = RowOf<typeof takenTime> & { readonly isHeld?: boolean };

/**
 * The times of some doctors that are taken from one day to another. Each booking and each held
 * place has a row of its own.
 */
export async function listTaken(
  db: Queryable,
  doctorIds: readonly string[],
  range: { readonly from: string; readonly to: string },
): Promise<TakenRow[]> {
  const [booked, held] = await Promise.all([
    listBooked(db, doctorIds, range),
    listHeldTimes(db, doctorIds, range),
  ]);
  return [...booked, ...held.map((row) => ({ ...row, isReserved: false, isHeld: true }))];
}

function listBooked(
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

/**
 * The hospital's time zone, for the hospital's own staff. It is found even if patients cannot see
 * the hospital.
 */
export async function findZoneForStaff(db: Queryable, hospitalId: string): Promise<string> {
  const row = await db.one(select({ time_zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId}`);
  return row.time_zone;
}

/** Returns the refusal that belongs to a violated unique index. Throws any other error. */
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
  /** The kind of visit; undefined if nobody stated it. */
  readonly visitKind: VisitKind | undefined;
  readonly by: BookingSide;
}

/**
 * Inserts a booking at the lowest free place of its slot and returns its id. Refuses: slot_taken,
 * already_booked. The caller must hold the lock of the doctor. Without the lock, the unique index
 * still refuses a second booking of a place.
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
          visit_kind, visit_kind_by, place, is_reserved)
      select ${given.hospitalId}, ${doctorId}, ${given.patientId}, ${date}, ${slot.time},
        ${slot.minutes}, ${slot.startsAt}, ${bookingStatus.booked}, ${given.bookedAt},
        ${given.visitKind ?? null}, ${given.visitKind === undefined ? null : given.by}, each.place,
        each.is_reserved
      ${lowestFreePlace({ doctorId, date, slot, by: given.by })}
      on conflict (doctor_id, date, time, place) where status <> ${bookingStatus.cancelled} do nothing`);
    return row === undefined ? refuse(await refusalOfFull(tx, given)) : ok(row.id);
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Moves a booking to the lowest free place of another slot, with the same doctor or another one.
 * Refuses: slot_taken, already_booked.
 */
export async function moveAppointment(
  tx: Queryable,
  { id, doctorId }: { readonly id: string; readonly doctorId: string },
  { date, slot, by }: Pick<NewAppointment, 'date' | 'slot' | 'by'>,
): Promise<Result<void>> {
  try {
    const row = await tx.maybeOne(returning({ id: a.id })`
      update appointment a set doctor_id = ${doctorId}, date = ${date}, time = ${slot.time}, minutes = ${slot.minutes},
        starts_at = ${slot.startsAt}, place = free.place, is_reserved = free.is_reserved,
        moves = moves + 1, reminded_at = null, confirmed_at = null
      from (select each.place, each.is_reserved
        ${lowestFreePlace({ doctorId, date, slot, by, besides: id })}) free
      where a.id = ${id}`);
    return row === undefined
      ? refuse(await refusalOfFull(tx, { doctorId, date, slot }))
      : ok(undefined);
  } catch (error) {
    return refusalOf(error);
  }
}

/** The lowest free place of a slot; undefined if the slot is full. */
export async function findFreePlace(tx: Queryable, slot: SlotToTake): Promise<number | undefined> {
  const place = typed<number>(sql`each.place`);
  const row = await tx.maybeOne(select({ place })`${lowestFreePlace(slot)}`);
  return row?.place;
}

/**
 * Which error applies to a full slot: held_for_somebody if one of its places is only held,
 * otherwise slot_taken.
 */
async function refusalOfFull(
  tx: Queryable,
  { doctorId, date, slot: { time, minutes } }: Pick<NewAppointment, 'doctorId' | 'date' | 'slot'>,
): Promise<'held_for_somebody' | 'slot_taken'> {
  const held = await findHeldAt(tx, { doctorId, date, time, minutes });
  return held === undefined ? 'slot_taken' : 'held_for_somebody';
}

/**
 * Moves a booking to a place that is held for it, possibly with another doctor. The calling code
 * has both doctors' locks and has ended the hold. Refuses: slot_taken, already_booked.
 */
export async function takeHeldPlace(
  tx: Queryable,
  id: string,
  { doctorId, date, time, minutes, startsAt, place }: Omit<HeldPlace, 'hospitalId'>,
): Promise<Result<void>> {
  try {
    await tx.run(sql`
      update appointment set doctor_id = ${doctorId}, date = ${date}, time = ${time},
        minutes = ${minutes}, starts_at = ${startsAt}, place = ${place}, moves = moves + 1,
        reminded_at = null, confirmed_at = null
      where id = ${id}`);
    return ok(undefined);
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * The lowest place of a slot that is neither booked nor held. Returns no row if this slot, or
 * another slot that the visit overlaps, is full; see `freeBeside`. The desk takes a reserved place
 * first; patients cannot take one. `besides`: the booking that is moved, which does not count as
 * taken.
 */
function lowestFreePlace({ doctorId, date, slot, by, besides }: SlotToTake): Sql {
  const others = sql`
    from (
      select t.time, t.minutes, t.place, t.is_reserved from appointment t
      where t.doctor_id = ${doctorId} and t.date = ${date}::date
        and t.status <> ${bookingStatus.cancelled}
        ${besides === undefined ? empty : sql`and t.id <> ${besides}`}
      union all ${heldPlacesOf(doctorId, date)}) b where true`;
  const spans = takesOf(slot);
  const places = spans.map((span) => span.places);
  const isDesk = by === 'staff';
  return sql`
    from (with span as (
        select position, span.places, span.reserved - used.reserved as kept, used.count
        from unnest(${spans.map(({ from }) => from)}::int[], ${spans.map(({ to }) => to)}::int[],
            ${places}::int[], ${spans.map(({ reserved }) => reserved)}::int[])
            with ordinality as span (begins, ends, places, reserved, position),
          lateral (select count(*) as count, count(*) filter (where b.is_reserved) as reserved ${others}
            and b.time::interval < span.ends * interval '1 minute'
            and b.time::interval + b.minutes * interval '1 minute' > span.begins * interval '1 minute') used)
      select place, ${isDesk} and (select kept > 0 from span where position = 1) as is_reserved
      from generate_series(1, ${places[0] ?? 0}::int) as number (place)
      where not exists (select from span
        where count + case when ${isDesk} then 0 else greatest(0, kept) end >= span.places)) each
    where true
      and not exists (select ${others} and b.time = ${slot.time} and b.place = each.place)
    order by each.place limit 1`;
}

interface SlotToTake extends Pick<NewAppointment, 'doctorId' | 'date' | 'slot' | 'by'> {
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

/** Undoes a mistaken check-in, so that the appointment is in the status booked again. */
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
 * Locks and lists the open bookings of an account's patients, or of a patient without an account,
 * from the current day on. Other transactions that book for the same patients wait until this
 * transaction ends.
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
 * Finds known patients by part of the name, or of the email or phone given at this hospital. The
 * phone needs three digits; a child is also found by a parent's contact. One or two letters match
 * only the start of a name. A scanned token or ticket finds its patient. The search text has no
 * wildcards. The contact shown is the latest that the patient gave here. Names that only sound
 * alike come last.
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

/** The ids of the patients for whom one of these phones was given at the hospital. */
function givenPhones(hospitalId: string, phones: readonly string[]): Sql {
  const isGiven = join(
    [sql`false`, ...phones.map((phone) => sql`contact_phone = ${phone}`)],
    ' or ',
  );
  return sql`
    select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status not in ${openEntries} and (${isGiven})
    union all select patient_id from queue_entry
      where hospital_id = ${hospitalId} and status in ${openEntries} and (${isGiven})
    union all select patient_id from appointment
      where hospital_id = ${hospitalId} and (${isGiven})`;
}

/**
 * The hospital's patients with these ids, or to whom exactly one of these phones was given last
 * here, by id. Without ids and phones there are none.
 */
export function listKnownExactly(
  db: Queryable,
  hospitalId: string,
  {
    ids,
    phones,
  }: {
    readonly ids?: readonly string[] | undefined;
    readonly phones?: readonly string[] | undefined;
  },
  { after, limit }: PageWanted,
): Promise<KnownPatientRow[]> {
  const isOneOf = sql`p.id = any(${ids ?? []}::uuid[])`;
  const which =
    phones === undefined
      ? isOneOf
      : sql`p.id in (${givenPhones(hospitalId, phones)}) and last.phone = any(${phones}::text[])
          and (${ids === undefined} or ${isOneOf})`;
  return db.many(select(knownPatient)`
    from patient p left join patient holder on holder.id = p.account_id and holder.id <> p.id,
      lateral ${lastGiven(sql`p`, hospitalId)} last
    where p.removed_at is null and p.erased_at is null and ${which}
      and p.id > ${after ?? null}::uuid is not false
    order by p.id limit ${limit}`);
}

/**
 * The fewest letters for which the trigram index is used. A shorter search text matches only the
 * start of a name.
 */
const shortestPart = 3;

/**
 * The ids of patients whose name or contact at this hospital contains this text, or whose token or
 * ticket was scanned.
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

/**
 * Locks a patient whom the hospital knows until the transaction ends; undefined for any other
 * patient.
 */
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
