/**
 * Accepts seals from before keys existed [SEC-19], up to each hospital's last one at the migration, and signs
 * that with the key. Never runs again, so that a trail rebuilt later without the key is not accepted.
 */
import type { Queryable } from '../platform/database/database.ts';
import { makeAnchor } from './anchors.ts';
import { insertAnchors, listUnanchoredHeads } from './audit-trail.store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** Accepts the earlier seals; runs in the transaction of the migration. */
export async function takeUpTrail(tx: Queryable, keys: TrailKeys, now: Date): Promise<void> {
  const [key] = keys;
  const heads = await listUnanchoredHeads(tx);
  if (heads.length === 0) return;
  await insertAnchors(
    tx,
    heads.map((head) => makeAnchor(key, head.hospital_id, head, now, true)),
  );
}
