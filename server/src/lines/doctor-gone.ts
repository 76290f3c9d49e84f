/** A doctor who has gone calls nobody from an any-doctor line, and nobody's wait counts on it [LINE-2]. */
import type { Queryable } from '../platform/database/database.ts';
import { tellLine } from './line-event.ts';
import { shutPointsOfDoctor } from './lines.store.ts';

/** Coming back opens no point by itself; the caller holds the doctor's lock. */
export async function shutPointsOf(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  for (const line of await shutPointsOfDoctor(tx, doctorId, now)) await tellLine(tx, line, now);
}
