import type { PatientContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { deleteOldestDevices, upsertDevice } from '../notifications.store.ts';
import { mayCall } from './push-services.ts';

export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The most browsers per account; the oldest is removed. */
const maxDevices = 10;

/** Subscribes the caller's browser to web push. Refuses: push_service_refused. */
export async function addDevice(
  { db, actor, clock }: PatientContext,
  { endpoint, keys }: Subscription,
  services: readonly string[],
): Promise<Result<{ device: { id: string } }>> {
  if (!mayCall(endpoint, services)) return refuse('push_service_refused');
  const { userId: accountId, sessionId } = actor;
  return db.transaction(async (tx) => {
    const addedAt = clock.now();
    const id = await upsertDevice(tx, { accountId, sessionId, endpoint, ...keys, addedAt });
    await deleteOldestDevices(tx, accountId, maxDevices);
    return ok({ device: { id } });
  });
}
