import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { deleteDeviceAt } from './notifications.store.ts';

/** Ends web push in the caller's browser; succeeds for an unknown one too. */
export async function removeDevice(
  { db, actor }: PatientContext,
  endpoint: string,
): Promise<Result<{ removed: boolean }>> {
  return ok({ removed: await deleteDeviceAt(db, actor.userId, endpoint) });
}
