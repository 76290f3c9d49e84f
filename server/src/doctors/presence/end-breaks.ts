/** Announced breaks end automatically, or when the doctor calls a patient in [DOC-2]. */
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok } from '../../platform/result.ts';
import { here, isOver } from './doctor-status.rules.ts';
import { findDoctor, listBreaksOver } from '../doctors.store.ts';
import { presenceIn, setPresence } from './set-presence.ts';

/**
 * Sets every doctor whose break is over Available. Several processes may run this at the same time.
 */
export async function endBreaks(db: Database, clock: Clock): Promise<void> {
  for (const doctorId of await listBreaksOver(db, clock.now())) {
    await db.transaction(async (tx) => {
      await lockLine(tx, doctorId);
      const now = clock.now();
      const row = await findDoctor(tx, doctorId, now);
      // The break may have been extended or ended meanwhile, perhaps by another process.
      if (row !== undefined && isOver(presenceIn(row), now)) await setPresence(tx, row, here, now);
      return ok(undefined);
    });
  }
}

/** Ends the break of a doctor who calls a patient in; the caller holds the doctor's lock. */
export async function endBreakOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  const row = await findDoctor(tx, doctorId, now);
  if (row !== undefined && row.break_until !== null) await setPresence(tx, row, here, now);
}
