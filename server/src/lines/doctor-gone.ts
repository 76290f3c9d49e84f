/**
 * Closes a deactivated doctor's points in any-doctor lines, so that no forecast counts on them [LINE-2].
 */
import type { Queryable } from '../platform/database/database.ts';
import { publishLine } from './line-event.ts';
import { closePointsOfDoctor } from './lines.store.ts';

/**
 * Closes the points. Reactivating the doctor opens none of them automatically. The caller holds the doctor's lock.
 */
export async function closePointsOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  for (const line of await closePointsOfDoctor(tx, doctorId, now)) await publishLine(tx, line, now);
}
