/** Sets a doctor Offline who has left for the day, without an announced return. */
import type { Queryable } from '../../platform/database/database.ts';
import { findDoctor } from '../doctors.store.ts';
import { setPresence } from './set-presence.ts';

/** Sets the doctor Offline; the caller holds the doctor's lock. An Offline doctor is unchanged. */
export async function doctorGoes(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  const row = await findDoctor(tx, doctorId, now);
  if (row === undefined || row.deactivated_at !== null || row.status === 'Offline') return;
  await setPresence(tx, row, { status: 'Offline', breakUntil: null }, now);
}
