import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { deleteDeviceAt } from './notifications.store.ts';

/** The caller's browser takes no more web push; one that never did is no refusal. */
export async function removeDevice(
  { db, actor }: PatientContext,
  endpoint: string,
): Promise<Result<{ removed: boolean }>> {
  return ok({ removed: await deleteDeviceAt(db, actor.userId, endpoint) });
}
