/**
 * The only code that writes a doctor's status. It also records the live event and the time when an
 * absence began.
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { noteChange } from '../../platform/events/outgoing-change.store.ts';
import { recordDoctorEvent } from '../doctor-event.ts';
import { isSame, type Presence } from './doctor-status.rules.ts';
import { type DoctorRow, updatePresence } from '../doctors.store.ts';

export function presenceIn(row: Pick<DoctorRow, 'status' | 'break_until'>): Presence {
  return { status: row.status, breakUntil: row.break_until };
}

/**
 * Callbacks of other features that run in the same transaction when a doctor leaves or returns. For
 * example, lines close their service points.
 */
export interface PresenceTies {
  /**
   * Called when a doctor goes Offline, and when the last patient leaves a doctor who is already
   * Offline.
   */
  readonly goes: (tx: Queryable, doctorId: string, now: Date) => Promise<void>;
  /**
   * Called when a doctor is no longer Offline; `awaySince` is when the doctor went Offline, if
   * known.
   */
  readonly comes: (
    tx: Queryable,
    doctorId: string,
    awaySince: Date | null,
    now: Date,
  ) => Promise<void>;
}
let ties: PresenceTies | undefined;

/**
 * Registers the callbacks once, at the server's start, so that the use cases that write a status
 * need not pass them on.
 */
export function tieToPresence(given: PresenceTies): void {
  ties = given;
}

/**
 * Runs the `goes` callback if a patient has left the room of a doctor who is Offline. The caller
 * holds the doctor's lock.
 */
export async function leftRoom(
  tx: Queryable,
  doctor: { readonly id: string; readonly status: DoctorStatus },
  now: Date,
): Promise<void> {
  if (doctor.status === 'Offline') await ties?.goes(tx, doctor.id, now);
}

/**
 * Writes a doctor's status and returns the changed doctor; the caller holds the doctor's lock. An
 * unchanged status writes nothing [INV-5].
 */
export async function setPresence(
  tx: Queryable,
  row: DoctorRow,
  presence: Presence,
  now: Date,
): Promise<DoctorRow> {
  if (isSame(presenceIn(row), presence)) return row;
  await updatePresence(tx, row.id, presence, now);
  const after = { ...row, status: presence.status, break_until: presence.breakUntil };
  await recordDoctorEvent(tx, after, now);
  if (after.status !== row.status) await notePresence(tx, after, now);
  if (after.status === 'Offline') await ties?.goes(tx, row.id, now);
  else if (row.status === 'Offline') await ties?.comes(tx, row.id, row.shut_since, now);
  return after;
}

/** Notes a changed status for the hospital's own systems. */
function notePresence(
  tx: Queryable,
  { id, hospital_id: hospitalId, status }: DoctorRow,
  now: Date,
): Promise<void> {
  const type = status === 'Available' ? 'doctor.available' : 'doctor.away';
  return noteChange(tx, { type, hospitalId, lineId: id, subjectId: id, status }, now);
}
