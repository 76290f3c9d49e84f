/** The VAPID key pair that identifies this installation to push services: created once and stored. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { ok } from '../../platform/result.ts';
import { seal, unseal } from '../../platform/secrets/seal.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import {
  deletePushKey,
  findPushKey,
  insertPushKey,
  type PushKeyRow,
  updatePushKey,
} from '../notifications.store.ts';
import { loadWebPush } from './web-push.ts';

export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeyOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
}

const purpose = 'push key';

/**
 * Reads the stored key pair or creates one. Processes that start together all use the pair that was
 * stored first.
 */
export async function readOrMakePushKey(options: PushKeyOptions): Promise<PushKey> {
  const { db, clock, secrets, log } = options;
  const [present] = secrets;
  const kept = await findPushKey(db);
  const known = kept && open(kept, secrets);
  if (known !== undefined) {
    const sealed = seal(known.privateKey, present, purpose);
    // A key encrypted with a former secret is encrypted again, so that the former secret can be
    // dropped.
    if (unseal(kept?.sealed_private_key ?? '', present, purpose) === undefined) {
      await updatePushKey(db, { public_key: known.publicKey, sealed_private_key: sealed });
    }
    return known;
  }
  if (kept !== undefined) {
    log.warn(
      {},
      'The stored key for web push messages could not be decrypted with SECRET, so a new key was made. A browser gets no push messages until its user opens a page of Baari again. When you change SECRET next time, set it to the new and the former secret, separated by a comma.',
    );
  }
  const { generateVAPIDKeys } = await loadWebPush();
  const made = generateVAPIDKeys();
  const row = {
    public_key: made.publicKey,
    sealed_private_key: seal(made.privateKey, present, purpose),
  };
  await db.transaction(async (tx) => {
    if (kept !== undefined) await deletePushKey(tx, kept.public_key);
    await insertPushKey(tx, row, clock.now());
    return ok(undefined);
  });
  const stored = await findPushKey(db);
  const key = stored && open(stored, secrets);
  if (key === undefined) {
    throw new Error('The push key of another process cannot be opened: SECRET must be the same.');
  }
  return key;
}

function open(row: PushKeyRow, secrets: Secrets): PushKey | undefined {
  for (const secret of secrets) {
    const privateKey = unseal(row.sealed_private_key, secret, purpose);
    if (privateKey !== undefined) return { publicKey: row.public_key, privateKey };
  }
  return undefined;
}
