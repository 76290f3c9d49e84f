import {
  type CheckInWay,
  defaultUrgency,
  type Urgency,
  type VisitKind,
} from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dueOfBooking, placeOfBooking } from './order/booked-place.rules.ts';
import { readLine } from './change-entry.ts';
import { queueUpdate } from './doctor-queue.store.ts';
import { recordEntryEvent } from './entry-event.ts';
import { promiseOf } from './promises/keep-promise.ts';
import { shiftsBetween } from './order/line.rules.ts';
import {
  keyAt,
  lastKey,
  listLineIds,
  recordPlaceChanges,
  settleLine,
  writeKey,
} from './order/line.store.ts';
import { keyBetween, mayJoinLine } from './queue.rules.ts';
import {
  type BookedTime,
  type DoctorForLine,
  type EntryRow,
  findEntry,
  insertWaiting,
  isInQueue,
  type SentOn,
} from './queue.store.ts';
import type { Token } from './tokens/token.rules.ts';
import { issueToken } from './tokens/token.store.ts';

export interface Arrival {
  /** How the arrival became known. */
  readonly by: CheckInWay;
  readonly symptoms?: string | undefined;
  readonly urgency?: Urgency;
  /** The kind of visit, and who stated it; the desk by default. */
  readonly visitKind?: VisitKind | undefined;
  readonly visitKindBy?: 'patient' | 'staff' | undefined;
  /** The patient's booking; its time decides the position. */
  readonly booking?: BookedTime;
  /**
   * The previous stop with its token, and the position in the new line; the end of the line by default.
   */
  readonly sentOn?: Sending | undefined;
}

export interface Sending extends SentOn {
  readonly token: Token;
  readonly place: PlaceIn;
  /** The person who transferred; null where a visit goes on automatically. */
  readonly by: string | null;
}

/** The position of a joining patient by the line's rule of order; undefined means the end. */
type PlaceIn = (tx: Queryable, entryId: string) => Promise<number | undefined>;

/**
 * Puts an arrived patient in a doctor's line without approval: at the end, or by the booked time.
 * The caller holds the doctor's lock. Refuses while the patient has an open entry anywhere, the
 * doctor is Offline [INV-2], or the operator has closed the hospital [SEC-20].
 */
export async function joinLine(
  tx: Queryable,
  doctor: Pick<DoctorForLine, 'id' | 'hospital_id' | 'status' | 'is_shared'>,
  patient: { readonly id: string; readonly accountId: string | null },
  arrival: Arrival,
  now: Date,
): Promise<Result<StaffEntry>> {
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  const hasOpenEntry = await isInQueue(tx, patient.id);
  const allowed = mayJoinLine({ hasOpenEntry, doctorStatus: doctor.status });
  if (!allowed.ok) {
    return doctor.is_shared && allowed.code === 'doctor_not_available'
      ? refuse('line_closed')
      : allowed;
  }
  const { booking, sentOn } = arrival;
  const booked = booking && { ...booking, dueAt: dueOfBooking(booking.startsAt, now) };
  const id = await insertWaiting(tx, {
    hospitalId: doctor.hospital_id,
    doctorId: doctor.id,
    patientId: patient.id,
    symptoms: arrival.symptoms,
    urgency: arrival.urgency ?? defaultUrgency,
    visitKind: arrival.visitKind,
    visitKindBy: arrival.visitKindBy ?? 'staff',
    joinedAt: now,
    checkedInBy: arrival.by,
    token: sentOn?.token ?? (await issueToken(tx, doctor.id, now)),
    orderKey: keyBetween(await lastKey(tx, doctor.id), undefined) ?? 1,
    booking: booked,
    isShared: doctor.is_shared,
    sentOn,
  });
  if (id === undefined) return refuse('already_in_queue');
  const isAhead =
    (booked !== undefined && (await placeByTime(tx, id, booked.dueAt, now))) ||
    (sentOn !== undefined && (await placeByRule(tx, id, doctor.id, sentOn, now)));
  // If all others are on hold, the new patient can be called at once.
  const isSettled = await settleLine(tx, doctor.id);
  const isReordered = isAhead || isSettled;
  const entry = await readEntry(tx, id);
  const version = entry.queue_version + 1;
  const joined = { ...entry, queue_version: version };
  const published = await recordEntryEvent(tx, 'queue_joined', joined, now, {
    along: [queueUpdate(doctor.id, { version, isReordered }), ...promiseOf(entry, 'joined', now)],
  });
  return ok(published.entry);
}

/**
 * Moves the patient at the end to the position of the booked time, with a reason that those passed
 * can read; returns whether it moved.
 */
async function placeByTime(tx: Queryable, id: string, dueAt: Date, now: Date): Promise<boolean> {
  const entry = await readEntry(tx, id);
  const line = await readLine(tx, entry, now);
  const others = line.members.filter((member) => member.id !== id);
  const place = placeOfBooking({ ...line, members: others }, dueAt, now);
  if (place > others.length) return false;
  const before = others.map((member) => member.id);
  await writeKey(tx, id, await keyAt(tx, { doctorId: entry.doctor_id, entryId: id, place }, now));
  const shifts = shiftsBetween(before, before.toSpliced(place - 1, 0, id));
  await recordPlaceChanges(
    tx,
    shifts.filter(({ from }) => from > 0),
    { entryId: id, by: null, reason: 'appointment', at: now },
  );
  return true;
}

/**
 * Moves the patient at the end to the position by the line's rule of order; returns whether it
 * moved.
 */
async function placeByRule(
  tx: Queryable,
  id: string,
  lineId: string,
  { place: placeIn, by }: Sending,
  now: Date,
): Promise<boolean> {
  const place = await placeIn(tx, id);
  if (place === undefined) return false;
  const before = (await listLineIds(tx, lineId)).filter((other) => other !== id);
  await writeKey(tx, id, await keyAt(tx, { doctorId: lineId, entryId: id, place }, now));
  const shifts = shiftsBetween(before, before.toSpliced(place - 1, 0, id));
  await recordPlaceChanges(
    tx,
    shifts.filter(({ from }) => from > 0),
    // The line's rule placed the patient, not the desk.
    { entryId: id, by, reason: 'returned', at: now },
  );
  return true;
}

async function readEntry(tx: Queryable, id: string): Promise<EntryRow> {
  const entry = await findEntry(tx, id);
  if (entry === undefined) throw new Error('The entry just written cannot be read.');
  return entry;
}
