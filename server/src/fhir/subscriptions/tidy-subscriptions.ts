/** The hourly task that deletes ended subscriptions and encrypts headers again [API-42]. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { areSealedBefore, openHeaders, sealHeaders } from './headers.ts';
import { listSealedHeaders, pruneSubscriptions, resealHeaders } from './subscriptions.store.ts';

const page = 100;

export async function tidySubscriptions(
  db: Database,
  clock: Clock,
  secrets: Secrets,
): Promise<void> {
  await pruneSubscriptions(db, clock.now());
  let after: string | undefined;
  for (;;) {
    const rows = await listSealedHeaders(db, after, page);
    for (const { id, sealed } of rows) {
      if (!areSealedBefore(sealed, secrets)) continue;
      // Headers that no SECRET decrypts stay: the operator may still find the former one.
      const headers = openHeaders(sealed, secrets);
      const again = headers && sealHeaders(headers, secrets);
      if (again !== undefined && again !== null) await resealHeaders(db, id, again);
    }
    after = rows.at(-1)?.id;
    if (rows.length < page) return;
  }
}
