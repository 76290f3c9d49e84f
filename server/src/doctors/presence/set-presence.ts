/** The one way a doctor's status is written: with its event, and the start of an absence kept. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordDoctorEvent } from '../doctor-event.ts';
import { isSame, type Presence } from './doctor-status.rules.ts';
import { type DoctorRow, updatePresence } from '../doctors.store.ts';

export function presenceIn(row: Pick<DoctorRow, 'status' | 'break_until'>): Presence {
  return { status: row.status, breakUntil: row.break_until };
}

/** What else follows, in the same transaction, from a doctor's going and coming; lines know their own points. */
export interface PresenceTies {
  /** Whenever a doctor goes Offline, and when the patient leaves who was inside then. */
  readonly goes: (tx: Queryable, doctorId: string, now: Date) => Promise<void>;
  /** Whenever a doctor is not Offline any more; `awaySince`: since when the doctor was, where that is known. */
  readonly comes: (
    tx: Queryable,
    doctorId: string,
    awaySince: Date | null,
    now: Date,
  ) => Promise<void>;
}
let ties: PresenceTies | undefined;

/**
 * Said once, where the features are put together. A status is written in the middle of many other acts, of the
 * queue among them, none of which would know what to do with a tie but to hand it on.
 */
export function tieToPresence(given: PresenceTies): void {
  ties = given;
}

/** The patient is out who was with a doctor; the caller holds the doctor's lock. */
export async function leftRoom(
  tx: Queryable,
  doctor: { readonly id: string; readonly status: DoctorStatus },
  now: Date,
): Promise<void> {
  if (doctor.status === 'Offline') await ties?.goes(tx, doctor.id, now);
}

/**
 * Writes a status and answers the row as it is then; the caller holds the doctor's lock. What the
 * doctor is already changes nothing and writes no event [INV-5].
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
