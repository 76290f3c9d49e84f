/**
 * Seals from before there were keys [SEC-19]: believed up to each hospital's last one at the moment of
 * the migration, which the key vouches for. Done with the migration and never again: whoever made a
 * trail anew later, without the key, must not get it vouched for.
 */
import type { Queryable } from '../platform/database/database.ts';
import { makeAnchor } from './anchors.ts';
import { insertAnchors, listUnanchoredHeads } from './audit-trail.store.ts';
import type { TrailKeys } from './trail-keys.ts';

/** In the transaction of the migration. */
export async function takeUpTrail(tx: Queryable, keys: TrailKeys, now: Date): Promise<void> {
  const [key] = keys;
  const heads = await listUnanchoredHeads(tx);
  if (heads.length === 0) return;
  await insertAnchors(
    tx,
    heads.map((head) => makeAnchor(key, head.hospital_id, head, now, true)),
  );
}
