/**
 * Deletes data that a hospital need not keep any longer: every hour by the server, or by command
 * [SEC-14].
 */
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import {
  clearNames,
  countNameless,
  deleteGoing,
  type GoingRow,
  listGoing,
} from './retention.store.ts';

const atOnce = 1000;

export interface RetentionPlan {
  readonly hospitals: readonly GoingRow[];
  /** The number of erased people whose stored name no report needs any more. */
  readonly names: number;
}

/** Counts the data that would be deleted now; changes nothing. */
export async function planRetention(db: Queryable, clock: Clock): Promise<RetentionPlan> {
  const now = clock.now();
  return { hospitals: await listGoing(db, now), names: await countNameless(db, now) };
}

/**
 * Deletes expired reports, and names that no report needs any more. Each batch has its own
 * transaction to keep locks short.
 */
export async function applyRetention(
  db: Database,
  clock: Clock,
): Promise<{ reports: number; names: number }> {
  const now = clock.now();
  let reports = 0;
  for (let deleted = atOnce; deleted === atOnce; reports += deleted) {
    deleted = await deleteGoing(db, now, atOnce);
  }
  const names = await clearNames(db, now);
  return { reports, names };
}
