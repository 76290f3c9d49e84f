/** The one way a doctor's status is written: with its event, and the start of an absence kept. */
import type { Queryable } from '../platform/database.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { isSame, type Presence } from './doctor-status.rules.ts';
import { type DoctorRow, updatePresence } from './doctors.store.ts';

export function presenceIn(row: Pick<DoctorRow, 'status' | 'break_until'>): Presence {
  return { status: row.status, breakUntil: row.break_until };
}

type GoneOffline = (tx: Queryable, doctorId: string, now: Date) => Promise<void>;
let goneOffline: GoneOffline | undefined;

/** Says what else ends, in the same transaction, whenever a doctor goes Offline; lines know their own points. */
export function whenDoctorsGo(act: GoneOffline): void {
  goneOffline = act;
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
  if (after.status === 'Offline') await goneOffline?.(tx, row.id, now);
  return after;
}
