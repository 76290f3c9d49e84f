/** The key pair that push services know this installation by (VAPID): made once and kept. */
import webPush from 'web-push';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { ok } from '../platform/result.ts';
import { seal, unseal } from '../platform/seal.ts';
import { deletePushKey, findPushKey, insertPushKey } from './notifications.store.ts';

export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushKeyOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly log: Log;
}

const purpose = 'push key';

/** Two processes that start together agree on the first pair. */
export async function readOrMakePushKey(options: PushKeyOptions): Promise<PushKey> {
  const { db, clock, secret, log } = options;
  const kept = await findPushKey(db);
  if (kept !== undefined) {
    const privateKey = unseal(kept.sealed_private_key, secret, purpose);
    if (privateKey !== undefined) return { publicKey: kept.public_key, privateKey };
    log.warn({}, 'SECRET has changed: a new push key is made, and browsers subscribe anew');
  }
  const made = webPush.generateVAPIDKeys();
  const row = {
    public_key: made.publicKey,
    sealed_private_key: seal(made.privateKey, secret, purpose),
  };
  await db.transaction(async (tx) => {
    if (kept !== undefined) await deletePushKey(tx, kept.public_key);
    await insertPushKey(tx, row, clock.now());
    return ok(undefined);
  });
  const stored = await findPushKey(db);
  const privateKey = stored && unseal(stored.sealed_private_key, secret, purpose);
  if (stored === undefined || privateKey === undefined) {
    throw new Error('The push key of another process cannot be opened: SECRET must be the same.');
  }
  return { publicKey: stored.public_key, privateKey };
}
