/**
 * A deactivated doctor's points in any-doctor lines close, so that no forecast counts on them
 * [LINE-2].
 */
import type { Queryable } from '../platform/database/database.ts';
import { publishLine } from './line-event.ts';
import { closePointsOfDoctor } from './lines.store.ts';

/** Reactivating opens no point automatically; the caller holds the doctor's lock. */
export async function closePointsOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  for (const line of await closePointsOfDoctor(tx, doctorId, now)) await publishLine(tx, line, now);
}
