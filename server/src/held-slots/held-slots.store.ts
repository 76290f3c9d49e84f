/**
 * All SQL on held appointment times, and on the requests for an earlier time of patients who may be
 * offered them [APPT-1].
 */
import type { Weekday } from '@baari/contract/constants.ts';
import type { DayPart, FreedBy, OfferReason, OfferState } from '@baari/contract/visit/earlier.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  type RowOf,
  returning,
  select,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

const s = table('held_slot', 's');
const o = table('earlier_offer', 'o');
const w = table('earlier_wish', 'w');
const a = leftJoined('appointment', 'a');
const d = table('doctor', 'd');
const h = table('hospital', 'h');
const p = table('patient', 'p');

/** An appointment time that a booking has given up. */
export interface HeldPlace {
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly place: number;
  readonly startsAt: Date;
}

/**
 * SQL for the held times of a doctor's day, as rows of `time`, `minutes` and `place` for a union
 * with bookings.
 */
export function heldPlacesOf(doctorId: string, date: string): Sql {
  return sql`
    select s.time, s.minutes, s.place, false as is_reserved from held_slot s
    where s.doctor_id = ${doctorId} and s.date = ${date}::date and s.state = 'open'`;
}

const heldTime = { doctor_id: s.doctor_id, date: s.date, time: s.time, minutes: s.minutes };

/**
 * The held appointment times of some doctors in a range of days. A time that is held twice is
 * listed twice.
 */
export function listHeldTimes(
  db: Queryable,
  doctorIds: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RowOf<typeof heldTime>[]> {
  return db.many(select(heldTime)`
    from held_slot s where s.doctor_id = any(${doctorIds}::uuid[])
      and s.date between ${from}::date and ${to}::date and s.state = 'open'`);
}

/**
 * Finds the held time that overlaps a slot; of several, the time that was freed first. Undefined if
 * no held time overlaps.
 */
export async function findHeldAt(
  tx: Queryable,
  { doctorId, date, time, minutes }: Pick<HeldPlace, 'doctorId' | 'date' | 'time' | 'minutes'>,
): Promise<string | undefined> {
  const row = await tx.maybeOne(select({ id: s.id })`
    from held_slot s where s.doctor_id = ${doctorId} and s.date = ${date}::date and s.state = 'open'
      and s.time::interval < ${time}::time::interval + ${minutes}::int * interval '1 minute'
      and s.time::interval + s.minutes * interval '1 minute' > ${time}::time::interval
    order by s.freed_at, s.id limit 1`);
  return row?.id;
}

/**
 * Holds a freed appointment time; the caller has the doctor's lock. Does nothing if the time is
 * already held.
 */
export async function insertHeldSlot(
  tx: Queryable,
  { hospitalId, doctorId, date, time, minutes, place, startsAt }: HeldPlace,
  { by, depth }: { readonly by: FreedBy; readonly depth: number },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into held_slot
      (hospital_id, doctor_id, date, time, minutes, place, starts_at, freed_at, freed_by, depth)
    values (${hospitalId}, ${doctorId}, ${date}, ${time}, ${minutes}, ${place}, ${startsAt}, ${now}, ${by},
      ${depth})
    on conflict (doctor_id, date, time, place) where state = 'open' do nothing`);
}

/** The most requests for an earlier time that are considered for one freed time. */
const mostCandidates = 1000;

/**
 * SQL condition: another booking of the account's patients overlaps the freed time. Ignores the
 * booking that the patient would give up.
 */
const isBookedThen = (slot: CandidatesFor): Sql => sql`
  exists (select from appointment b join patient q on q.id = b.patient_id
    where coalesce(q.account_id, q.id) = coalesce(p.account_id, p.id)
      and b.status = ${bookingStatus.booked} and b.id is distinct from w.appointment_id
      and ((b.patient_id = p.id and b.doctor_id = ${slot.doctorId} and b.date = ${slot.date}::date)
        or (b.patient_id = p.id and w.appointment_id is null and b.doctor_id = w.doctor_id
          and b.starts_at > ${slot.startsAt})
        or (b.doctor_id <> ${slot.doctorId}
          and b.starts_at < ${slot.startsAt}::timestamptz + ${slot.minutes}::int * interval '1 minute'
          and b.starts_at + b.minutes * interval '1 minute' > ${slot.startsAt})))`;

/** Whether the request `w` with the doctor `d` is for this doctor, or for the doctor's department. */
function isForDoctor(doctorId: string): Sql {
  return sql`w.hospital_id = (select hospital_id from doctor where id = ${doctorId})
    and (w.doctor_id = ${doctorId} or (w.scope = 'department'
      and d.department = (select department from doctor where id = ${doctorId})))`;
}

export interface CandidatesFor extends Omit<HeldPlace, 'place'> {
  /** The id of the held appointment time, once it is stored. */
  readonly id?: string | undefined;
}

/**
 * The open requests for an earlier time that a freed time may fit, in the order in which patients
 * get offers. This is only a coarse selection; the rules decide.
 */
export function listCandidates(tx: Queryable, slot: CandidatesFor): Promise<CandidateRow[]> {
  const columns = {
    wish_id: w.id,
    patient_id: w.patient_id,
    urgency: w.urgency,
    made_at: w.made_at,
    weekdays: typed<Weekday[]>(w.weekdays),
    day_parts: typed<DayPart[]>(w.day_parts),
    least_notice_minutes: w.least_notice_minutes,
    until: w.until,
    own_id: a.id,
    own_starts_at: a.starts_at,
    own_minutes: a.minutes,
    has_open_offer: typed<boolean>(sql`exists (select from earlier_offer o
      where o.patient_id = w.patient_id and o.state = 'open')`),
    was_asked: typed<boolean>(sql`exists (select from earlier_offer o
      where o.patient_id = w.patient_id and o.held_slot_id = ${slot.id ?? null}::uuid)`),
    is_booked: typed<boolean>(isBookedThen(slot)),
  };
  return tx.many(select(columns)`
    from earlier_wish w join patient p on p.id = w.patient_id
      left join appointment a on a.id = w.appointment_id
      join doctor d on d.id = w.doctor_id
    where w.ended_at is null and ${isForDoctor(slot.doctorId)}
      and (w.appointment_id is null
        or (a.status = ${bookingStatus.booked} and a.starts_at > ${slot.startsAt}))
      and p.removed_at is null and p.erased_at is null
    order by w.urgency desc, w.made_at, w.id limit ${mostCandidates}`);
}

export interface CandidateRow {
  wish_id: string;
  patient_id: string;
  urgency: number;
  made_at: Date;
  weekdays: Weekday[];
  day_parts: DayPart[];
  least_notice_minutes: number;
  until: string | null;
  own_id: string | null;
  own_starts_at: Date | null;
  own_minutes: number | null;
  has_open_offer: boolean;
  was_asked: boolean;
  is_booked: boolean;
}

/**
 * Counts the open requests for an earlier time that a time of this doctor may fit: requests for the
 * doctor or for the department.
 */
export async function countOpenWishes(db: Queryable, doctorId: string): Promise<number> {
  const { count } = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from earlier_wish w join doctor d on d.id = w.doctor_id
    where w.ended_at is null and ${isForDoctor(doctorId)}`);
  return count;
}

/** How many open requests of an account's people belong to no booking. */
export async function countWishesAlone(db: Queryable, accountId: string): Promise<number> {
  const { count } = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from earlier_wish w join patient p on p.id = w.patient_id
    where p.account_id = ${accountId} and w.ended_at is null and w.appointment_id is null`);
  return count;
}

/** The time zone of a hospital. */
export async function findZone(tx: Queryable, hospitalId: string): Promise<string> {
  const row = await tx.one(select({ time_zone: h.time_zone })`
    from hospital h where h.id = ${hospitalId}`);
  return row.time_zone;
}

const heldSlot = {
  id: s.id,
  hospital_id: s.hospital_id,
  doctor_id: s.doctor_id,
  date: s.date,
  time: s.time,
  minutes: s.minutes,
  place: s.place,
  starts_at: s.starts_at,
  freed_at: s.freed_at,
  freed_by: s.freed_by,
  depth: s.depth,
  asked: s.asked,
  state: s.state,
  time_zone: h.time_zone,
  hospital_name: h.name,
  hospital_standing: h.standing,
  is_closed: typed<boolean>(sql`(h.closed_at is not null)`),
  doctor_name: d.name,
  doctor_specialty: d.specialty,
  doctor_department: d.department,
};
export type HeldSlotRow = RowOf<typeof heldSlot>;

const heldTables = sql`held_slot s join hospital h on h.id = s.hospital_id join doctor d on d.id = s.doctor_id`;

/** Finds a held appointment time and locks it until the transaction ends. */
export async function lockHeldSlot(tx: Queryable, id: string): Promise<HeldSlotRow | undefined> {
  return tx.maybeOne(select(heldSlot)`from ${heldTables} where s.id = ${id} for update of s`);
}

export function findHeldSlot(db: Queryable, id: string): Promise<HeldSlotRow | undefined> {
  return db.maybeOne(select(heldSlot)`from ${heldTables} where s.id = ${id}`);
}

/** The held appointment times of a hospital or of all hospitals, soonest first. */
export function listOpenHeld(
  db: Queryable,
  hospitalId: string | undefined,
  limit: number,
): Promise<HeldSlotRow[]> {
  const which = hospitalId === undefined ? sql`true` : sql`s.hospital_id = ${hospitalId}`;
  return db.many(select(heldSlot)`
    from ${heldTables} where s.state = 'open' and ${which}
    order by s.starts_at, s.id limit ${limit}`);
}

/**
 * Ends the holding of an appointment time. `daysWon`: how many days earlier the patient who
 * accepted the time is seen.
 */
export async function endHeldSlot(
  tx: Queryable,
  id: string,
  {
    state,
    daysWon = null,
  }: { readonly state: 'filled' | 'released'; readonly daysWon?: number | null },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update held_slot set state = ${state}, ended_at = ${now}, days_won = ${daysWon}
    where id = ${id} and state = 'open'`);
}

const offer = {
  id: o.id,
  held_slot_id: o.held_slot_id,
  wish_id: o.wish_id,
  patient_id: o.patient_id,
  reason: typed<OfferReason>(o.reason),
  offered_at: o.offered_at,
  expires_at: o.expires_at,
  state: typed<OfferState>(o.state),
  accepted_appointment_id: typed<string | null>(o.appointment_id),
  /** Whether the offer is over by the database's clock, which is the same for every process. */
  is_over: typed<boolean>(sql`(o.state <> 'open' or o.expires_at <= clock_timestamp())`),
  patient_name: p.name,
  account_id: p.account_id,
  /** The patient's own phone, or else the account's verified phone. */
  phone: typed<string | null>(sql`coalesce(p.phone, (
    select u.phone_number from identity."user" u where u.id = p.account_id))`),
  account_phone: typed<string | null>(sql`(
    select u.phone_number from identity."user" u where u.id = p.account_id)`),
  contact_phone: a.contact_phone,
  own_id: a.id,
  own_status: a.status,
  own_doctor_id: a.doctor_id,
  own_date: a.date,
  own_time: a.time,
  own_starts_at: a.starts_at,
  own_minutes: a.minutes,
  own_place: a.place,
  is_wish_over: typed<boolean>(sql`(w.ended_at is not null)`),
  is_gone: typed<boolean>(sql`(p.removed_at is not null or p.erased_at is not null)`),
  slot_hospital_id: s.hospital_id,
  slot_doctor_id: s.doctor_id,
  slot_date: s.date,
  slot_time: s.time,
  slot_starts_at: s.starts_at,
  slot_minutes: s.minutes,
  slot_place: s.place,
  slot_depth: s.depth,
  slot_state: s.state,
  time_zone: h.time_zone,
  hospital_name: h.name,
  hospital_address: typed<string>(sql`concat_ws(', ', h.address, h.city)`),
  hospital_standing: h.standing,
  doctor_name: d.name,
  doctor_specialty: d.specialty,
  doctor_department: d.department,
};
export type OfferRow = RowOf<typeof offer>;

const offerTables = sql`
  earlier_offer o join earlier_wish w on w.id = o.wish_id join held_slot s on s.id = o.held_slot_id
    join patient p on p.id = o.patient_id left join appointment a on a.id = w.appointment_id
    join hospital h on h.id = s.hospital_id join doctor d on d.id = s.doctor_id`;

function offersOf(which: Sql): ReturnType<ReturnType<typeof select<typeof offer>>> {
  return select(offer)`from ${offerTables} where ${which}`;
}

export function findOffer(db: Queryable, id: string): Promise<OfferRow | undefined> {
  return db.maybeOne(offersOf(sql`o.id = ${id}`));
}

/**
 * One offer with the current data of its appointment time and its patient, locked until the
 * transaction ends.
 */
export async function lockOffer(tx: Queryable, id: string): Promise<OfferRow | undefined> {
  await tx.maybeOne(sql`select from earlier_offer where id = ${id} for update`);
  return findOffer(tx, id);
}

export function findOfferOfLink(db: Queryable, linkHash: string): Promise<OfferRow | undefined> {
  return db.maybeOne(offersOf(sql`o.link_hash = ${linkHash}`));
}

/** The open offer of a held appointment time; undefined if there is none. */
export function findOpenOffer(db: Queryable, heldSlotId: string): Promise<OfferRow | undefined> {
  return db.maybeOne(offersOf(sql`o.held_slot_id = ${heldSlotId} and o.state = 'open'`));
}

/** The open offer for a request for an earlier time. */
export function findOfferOfWish(db: Queryable, wishId: string): Promise<OfferRow | undefined> {
  return db.maybeOne(offersOf(sql`o.wish_id = ${wishId} and o.state = 'open'`));
}

/** The open offers to an account's patients, the soonest to expire first. */
export function listOffersOfAccount(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<OfferRow[]> {
  return db.many(
    offersOf(sql`p.account_id = ${accountId} and o.state = 'open'
    and o.expires_at > clock_timestamp() order by o.expires_at, o.id limit ${limit}`),
  );
}

/** The open offers of some held appointment times. */
export function listOffersOfHeld(db: Queryable, heldIds: readonly string[]): Promise<OfferRow[]> {
  return db.many(offersOf(sql`o.held_slot_id = any(${heldIds}::uuid[]) and o.state = 'open'`));
}

/**
 * Makes an offer that is open for the given minutes by the database's clock. Undefined if the
 * patient meanwhile has another open offer, or was already offered this time.
 */
export async function insertOffer(
  tx: Queryable,
  given: {
    readonly heldSlotId: string;
    readonly wishId: string;
    readonly patientId: string;
    readonly reason: OfferReason;
    readonly minutes: number;
    readonly linkHash: string;
  },
): Promise<string | undefined> {
  const row = await tx.maybeOne(returning({ id: o.id })`
    insert into earlier_offer as o
      (held_slot_id, wish_id, patient_id, reason, offered_at, expires_at, link_hash)
    values (${given.heldSlotId}, ${given.wishId}, ${given.patientId}, ${given.reason}, clock_timestamp(),
      clock_timestamp() + ${given.minutes}::int * interval '1 minute', ${given.linkHash})
    on conflict do nothing`);
  if (row === undefined) return undefined;
  await tx.run(sql`update held_slot set asked = asked + 1 where id = ${given.heldSlotId}`);
  return row.id;
}

/** Ends an open offer; false if it has already ended. */
export async function endOffer(
  tx: Queryable,
  id: string,
  ending: {
    readonly state: Exclude<OfferState, 'open'>;
    readonly appointmentId?: string | undefined;
  },
): Promise<boolean> {
  const ended = await tx.run(sql`
    update earlier_offer set state = ${ending.state}, answered_at = clock_timestamp(),
      appointment_id = ${ending.appointmentId ?? null}
    where id = ${id} and state = 'open'`);
  return ended === 1;
}

/** Why a request for an earlier time ended. */
export type WishEnd = 'accepted' | 'withdrawn' | 'booking_over' | 'merged';

/** Ends an open request for an earlier time; false if it has already ended. */
export async function endWish(
  tx: Queryable,
  id: string,
  reason: WishEnd,
  now: Date,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update earlier_wish set ended_at = ${now}, end_reason = ${reason}
    where id = ${id} and ended_at is null`);
  return ended === 1;
}
