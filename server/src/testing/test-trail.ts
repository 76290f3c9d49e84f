/** Seals and checks the audit trail of a test's database, with the key of test apps. */
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
 * Seals every row now; the server does it as a scheduled task. The newest rows wait while an older
 * transaction runs, also of another test's database.
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

/** Anchors every hospital's last seal now; the server does it once an hour. */
export function anchorNow(db: Database, given: Partial<Sealing> = {}): Promise<void> {
  return anchorHeads({ ...sealing(db, given), language: 'en' });
}

/** Runs a whole check at once. */
export function checkNow(db: Database, hospitalId: string, keys = testTrailKeys): Promise<Walk> {
  return checkTrail({ db, keys, hospitalId });
}
