/** The hourly task that deletes old attempts and encrypts stored secrets again [API-30]. */
import { eventsKeptDays } from '@baari/contract/keys/public-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { pruneAttempts } from './delivery/deliveries.store.ts';
import { isSealedBefore, openWebhookSecret, sealWebhookSecret } from './delivery/signing.ts';
import { forgetFormerSecrets, listSealedSecrets, resealSecrets } from './webhooks.store.ts';

const dayMs = 86_400_000;
const page = 100;

export async function tidyWebhooks(
  db: Database,
  clock: Clock,
  secrets: Secrets,
  isStopped?: () => boolean,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - eventsKeptDays * dayMs);
  await deleteInBatches((size) => pruneAttempts(db, before, size), isStopped);
  await forgetFormerSecrets(db, now);
  await encryptAgain(db, secrets);
}

/** Encrypts secrets with the present SECRET, so that the operator can drop the former one. */
async function encryptAgain(db: Database, secrets: Secrets): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const rows = await listSealedSecrets(db, after, page);
    for (const row of rows) {
      const { sealed_secret: sealed, former_sealed_secret: former } = row;
      if (![sealed, former].some((each) => each !== null && isSealedBefore(each, secrets)))
        continue;
      await resealSecrets(db, row, {
        sealed: again(sealed, secrets),
        formerSealed: former === null ? null : again(former, secrets),
      });
    }
    after = rows.at(-1)?.id;
    if (rows.length < page) return;
  }
}

/** A secret that no SECRET decrypts stays as it is: the operator may still find the former one. */
function again(sealed: string, secrets: Secrets): string {
  const opened = openWebhookSecret(sealed, secrets);
  return opened === undefined ? sealed : sealWebhookSecret(opened, secrets);
}
