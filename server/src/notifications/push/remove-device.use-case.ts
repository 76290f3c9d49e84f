import type { PatientContext } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { deleteDeviceAt } from '../notifications.store.ts';

/** Ends web push in the caller's browser; also succeeds for an unknown browser. */
export async function removeDevice(
  { db, actor }: PatientContext,
  endpoint: string,
): Promise<Result<{ removed: boolean }>> {
  return ok({ removed: await deleteDeviceAt(db, actor.userId, endpoint) });
}
