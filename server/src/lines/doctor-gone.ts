/**
 * Closes a deactivated doctor's service points in lines for any doctor, so that no forecast counts
 * on this doctor [LINE-2].
 */
import type { Queryable } from '../platform/database/database.ts';
import { publishLine } from './line-event.ts';
import { closePointsOfDoctor } from './lines.store.ts';

/**
 * Closes a deactivated doctor's service points. Reactivating the doctor does not open them. The
 * caller holds the doctor's lock.
 */
export async function closePointsOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  for (const line of await closePointsOfDoctor(tx, doctorId, now)) await publishLine(tx, line, now);
}
