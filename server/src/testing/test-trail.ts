/**
 * Adds keyed hashes to the audit trail of a test's database and checks them, with the key of test
 * apps.
 */
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { checkTrail, type Walk } from '../audit/check-trail.ts';
import { anchorHeads } from '../audit/anchors.ts';
import { type Sealing, sealTrail } from '../audit/seal-trail.ts';
import { trailKeysOf } from '../audit/trail-keys.ts';
import type { Database } from '../platform/database/database.ts';
import { makeTestClock, secret } from './identity-app.ts';

export const testTrailKeys = trailKeysOf({ trailKeys: undefined, secrets: [secret] });

const silent = () => undefined;

function sealing(db: Database, given: Partial<Sealing>): Sealing {
  return {
    db,
    clock: makeTestClock(),
    keys: testTrailKeys,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    targets: { webhook: undefined, email: undefined },
    ...given,
  };
}

/**
 * Adds a keyed hash to every audit row now; the server does this as a scheduled task. The newest
 * rows must wait while an older transaction runs, even one of another test's database.
 */
export async function sealNow(db: Database, given: Partial<Sealing> = {}): Promise<void> {
  for (;;) {
    await sealTrail(sealing(db, given));
    const { waits } = await db.one<{ waits: boolean }>(sql`
      select exists (select from audit a where not exists (
        select from audit_seal s where s.audit_id = a.id)) as waits`);
    if (!waits) return;
    await setTimeout(20);
  }
}

/** Stores every hospital's last keyed hash externally now; the server does this once an hour. */
export function anchorNow(db: Database, given: Partial<Sealing> = {}): Promise<void> {
  return anchorHeads({ ...sealing(db, given), language: 'en' });
}

/** Runs a complete check of a hospital's audit trail at once. */
export function checkNow(db: Database, hospitalId: string, keys = testTrailKeys): Promise<Walk> {
  return checkTrail({ db, keys, hospitalId });
}
