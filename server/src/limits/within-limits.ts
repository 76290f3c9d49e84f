import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { type BeyondDetails, mayGoBeyond } from './limits.rules.ts';
import { findLimits } from './limits.store.ts';

/**
 * Whether staff may add somebody to a line; see `mayGoBeyond`. The caller has the line's lock.
 * Allows a line whose doctor is Offline, because the caller refuses that case.
 */
export async function withinLimits(
  tx: Queryable,
  line: { readonly id: string; readonly status: DoctorStatus },
  reason: BeyondReason | undefined,
  now: Date,
): Promise<Result<BeyondDetails>> {
  if (line.status === 'Offline') return ok(undefined);
  const facts = await findLimits(tx, line.id, now);
  return facts === undefined ? ok(undefined) : mayGoBeyond(facts, reason, now);
}
