/**
 * The only way a doctor's status is written: with its event, and the recorded start of an absence.
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordDoctorEvent } from '../doctor-event.ts';
import { isSame, type Presence } from './doctor-status.rules.ts';
import { type DoctorRow, updatePresence } from '../doctors.store.ts';

export function presenceIn(row: Pick<DoctorRow, 'status' | 'break_until'>): Presence {
  return { status: row.status, breakUntil: row.break_until };
}

/**
 * Callbacks of other features, in the same transaction, when a doctor leaves or returns; for
 * example lines close their points.
 */
export interface PresenceTies {
  /** Called when a doctor goes Offline, and when the patient who was inside then leaves. */
  readonly goes: (tx: Queryable, doctorId: string, now: Date) => Promise<void>;
  /**
   * Called when a doctor is no longer Offline; `awaySince`: since when the doctor was, if known.
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
 * Registers the callbacks once, in the composition root. Many use cases write a status; without
 * this each of them would have to pass the callbacks on.
 */
export function tieToPresence(given: PresenceTies): void {
  ties = given;
}

/** The patient has left the doctor's room; the caller holds the doctor's lock. */
export async function leftRoom(
  tx: Queryable,
  doctor: { readonly id: string; readonly status: DoctorStatus },
  now: Date,
): Promise<void> {
  if (doctor.status === 'Offline') await ties?.goes(tx, doctor.id, now);
}

/**
 * Writes a status and returns the new row; the caller holds the doctor's lock. An unchanged status
 * writes nothing [INV-5].
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
  if (after.status === 'Offline') await ties?.goes(tx, row.id, now);
  else if (row.status === 'Offline') await ties?.comes(tx, row.id, row.shut_since, now);
  return after;
}
