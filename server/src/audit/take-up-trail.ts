/**
 * Makes audit hashes valid that older releases computed without a key [SEC-19]. The migration signs
 * each hospital's last hash with the key, which makes the earlier hashes valid too. It runs only
 * once, so that nobody can rebuild the trail later without the key.
 */
import type { Queryable } from '../platform/database/database.ts';
import { makeAnchor } from './anchors.ts';
import { insertAnchors, listUnanchoredHeads } from './audit-trail.store.ts';
import type { TrailKeys } from './trail-keys.ts';

/**
 * Signs each hospital's last audit hash, in the transaction of the migration.
 */
export async function takeUpTrail(tx: Queryable, keys: TrailKeys, now: Date): Promise<void> {
  const [key] = keys;
  const heads = await listUnanchoredHeads(tx);
  if (heads.length === 0) return;
  await insertAnchors(
    tx,
    heads.map((head) => makeAnchor(key, head.hospital_id, head, now, true)),
  );
}
