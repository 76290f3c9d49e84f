import {
  type CheckInWay,
  defaultUrgency,
  type Urgency,
  type VisitKind,
} from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isRealInPractice } from '../platform/hospital-sql/practice.store.ts';
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
  type LineToJoin,
  type EntryRow,
  findEntry,
  insertWaiting,
  isInQueue,
  type SentOn,
} from './queue.store.ts';
import type { Token } from './tokens/token.rules.ts';
import { issueToken } from './tokens/token.store.ts';

export interface Arrival {
  /** How the patient's arrival became known. */
  readonly by: CheckInWay;
  readonly symptoms?: string | undefined;
  readonly urgency?: Urgency;
  /** The kind of visit, and who stated it. If missing, the desk stated it. */
  readonly visitKind?: VisitKind | undefined;
  readonly visitKindBy?: 'patient' | 'staff' | undefined;
  /** The patient's booking. Its booked time decides the position in line. */
  readonly booking?: BookedTime;
  /**
   * The previous step of the visit with its token, and the position in the new line. Without a
   * position the patient goes to the end.
   */
  readonly sentOn?: Sending | undefined;
}

export interface Sending extends SentOn {
  readonly token: Token;
  readonly place: PlaceIn;
  /** The person who transferred the patient; null if the visit continues automatically. */
  readonly by: string | null;
}

/**
 * The position that the line's rule of order gives a joining patient; undefined means the end of
 * the line.
 */
type PlaceIn = (tx: Queryable, entryId: string) => Promise<number | undefined>;

/**
 * Puts a patient who has arrived in a doctor's line without approval, at the end or at the position
 * of the booked time. The caller holds the line's lock. Refuses while the patient has an open entry
 * in any line, the doctor is Offline [INV-2], or the operator has closed the hospital [SEC-20].
 */
export async function joinLine(
  tx: Queryable,
  doctor: Pick<LineToJoin, 'id' | 'hospital_id' | 'status' | 'is_shared'>,
  patient: { readonly id: string; readonly accountId: string | null },
  arrival: Arrival,
  now: Date,
): Promise<Result<StaffEntry>> {
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  if (patient.accountId !== null) {
    const place = { hospitalId: doctor.hospital_id, patientId: patient.id };
    if (await isRealInPractice(tx, place)) return refuse('not_in_practice');
  }
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
  // If all other patients in the line are on hold, the new patient moves to the front.
  const isSettled = await settleLine(tx, doctor.id);
  const isReordered = isAhead || isSettled;
  const entry = await readEntry(tx, id);
  const version = entry.queue_version + 1;
  const joined = { ...entry, queue_version: version };
  const published = await recordEntryEvent(tx, 'queue_joined', joined, now, {
    action: 'join',
    along: [queueUpdate(doctor.id, { version, isReordered }), ...promiseOf(entry, 'joined', now)],
  });
  return ok(published.entry);
}

/**
 * Moves the patient from the end of the line to the position of the booked time. Returns whether
 * the patient moved. Patients who are then behind this patient can read the reason.
 */
async function placeByTime(tx: Queryable, id: string, dueAt: Date, now: Date): Promise<boolean> {
  const entry = await readEntry(tx, id);
  const line = await readLine(tx, entry, now);
  const others = line.members.filter((member) => member.id !== id);
  const place = placeOfBooking({ ...line, members: others }, dueAt, now);
  if (place > others.length) return false;
  const before = others.map((member) => member.id);
  await writeKey(tx, id, await keyAt(tx, { doctorId: entry.line_id, entryId: id, place }, now));
  const shifts = shiftsBetween(before, before.toSpliced(place - 1, 0, id));
  await recordPlaceChanges(
    tx,
    shifts.filter(({ from }) => from > 0),
    { entryId: id, by: null, reason: 'appointment', at: now },
  );
  return true;
}

/**
 * Moves the patient from the end of the line to the position given by the line's rule of order.
 * Returns whether the patient moved.
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
    // The line's rule placed the patient. The desk did not choose the position.
    { entryId: id, by, reason: 'returned', at: now },
  );
  return true;
}

async function readEntry(tx: Queryable, id: string): Promise<EntryRow> {
  const entry = await findEntry(tx, id);
  if (entry === undefined) throw new Error('The entry just written cannot be read.');
  return entry;
}
