/**
 * Computes the keyed hashes of new audit rows moments after the rows were written. Any server
 * process may do it.
 */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { findPractices } from '../platform/hospital-sql/practice.store.ts';
import { type AnchorTargets, announceAnchors, makeAnchor, sayAnchors } from './anchors.ts';
import {
  type Head,
  type Heads,
  type NewSeal,
  sealNext,
  type UnsealedRow,
} from './audit-trail.store.ts';
import { sealOf } from './seal.ts';
import type { TrailKey, TrailKeys } from './trail-keys.ts';

/** One in this many audit hashes of a hospital is stored outside the database as an anchor. */
export const anchorEvery = 100;

export interface Sealing {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: TrailKeys;
  readonly log: Log;
  readonly targets: AnchorTargets;
}

/**
 * Computes a hash for every audit row that can be hashed now. Makes an anchor for each hospital
 * whose hash number passed a multiple of 100.
 */
export async function sealTrail(sealing: Sealing): Promise<void> {
  const { db, clock, keys, targets, log } = sealing;
  const [key] = keys;
  for (;;) {
    let anchors: ReturnType<typeof makeAnchor>[] = [];
    const { count } = await sealNext(
      db,
      (rows, heads) => chain(key, rows, heads),
      async (tx, { before, after }) => {
        const grown = [...after].filter(([id, head]) => passed(before.get(id), head));
        // A practice hospital is deleted with its hashes, so nobody could compare its anchor.
        const practices = await findPractices(
          tx,
          grown.map(([id]) => id),
        );
        anchors = grown
          .filter(([hospitalId]) => !practices.has(hospitalId))
          .map(([hospitalId, head]) => makeAnchor(key, hospitalId, head, clock.now()));
        await announceAnchors(tx, anchors, targets, clock.now());
      },
    );
    sayAnchors(log, anchors);
    if (count === 0) return;
  }
}

function passed(before: Head | undefined, after: Head): boolean {
  const times = (head: Head | undefined): number => Math.floor((head?.number ?? 0) / anchorEvery);
  return times(after) > times(before);
}

/**
 * Computes the hashes of rows in the order in which they were written. Each hospital's chain
 * continues after its last hash.
 */
function chain(key: TrailKey, rows: readonly UnsealedRow[], before: Heads): NewSeal[] {
  const heads = new Map(before);
  return rows.map((row) => {
    const head = heads.get(row.hospital_id);
    const hash = sealOf(key, head?.hash, row.content);
    const seal = { number: (head?.number ?? 0) + 1, hash };
    heads.set(row.hospital_id, seal);
    return { ...row, ...seal, key_id: key.id };
  });
}
