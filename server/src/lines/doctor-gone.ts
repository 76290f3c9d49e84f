/**
 * A deactivated doctor's points in any-doctor lines close, so that no forecast counts on them
 * [LINE-2].
 */
import type { Queryable } from '../platform/database/database.ts';
import { tellLine } from './line-event.ts';
import { shutPointsOfDoctor } from './lines.store.ts';

/** Reactivating opens no point automatically; the caller holds the doctor's lock. */
export async function shutPointsOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  for (const line of await shutPointsOfDoctor(tx, doctorId, now)) await tellLine(tx, line, now);
}
