/** Walks a hospital's seals from the first: each must follow from the one before and from its row. */
import type { AuditCheck } from '@baari/contract/audit.ts';
import type { Queryable } from '../platform/database.ts';
import { listSeals, listUnsealed } from './audit-trail.store.ts';
import { sealOf } from './seal.ts';

const rowsAtOnce = 5000;

/** Shows the first row that was altered, removed or slipped in since it was sealed. */
export async function checkTrail(db: Queryable, hospitalId: string): Promise<AuditCheck> {
  let before: Buffer | undefined;
  let checked = 0;
  let firstBroken: number | null = null;
  for (;;) {
    const seals = await listSeals(db, hospitalId, checked, rowsAtOnce);
    for (const { number, audit_id, hash, content } of seals) {
      const isWhole = content !== null && sealOf(before, content).equals(hash);
      if (firstBroken === null && (!isWhole || number !== checked + 1)) firstBroken = audit_id;
      before = hash;
      checked = number;
    }
    if (seals.length < rowsAtOnce) break;
  }
  const unsealed = await listUnsealed(db, hospitalId);
  const slippedIn = unsealed.find(({ is_behind }) => is_behind)?.id ?? null;
  return {
    checked,
    unsealed: unsealed.length,
    firstBroken: firstBroken ?? slippedIn,
    lastSeal: before?.toString('hex') ?? '',
  };
}
