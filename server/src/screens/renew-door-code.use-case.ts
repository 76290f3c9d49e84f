import type { Door } from '@baari/contract/screen.ts';
import type { StaffContext } from '../platform/context.ts';
import { makeLinkSecret } from '../platform/link-secret.ts';
import { ok, type Result } from '../platform/result.ts';
import { upsertDoor } from './screens.store.ts';
import { doorView } from './screens.view.ts';

/** A new code for the door: who photographed the old poster is no longer taken to be there [ARR-5]. */
export function renewDoorCode(
  { db, actor, clock }: StaffContext,
  publicUrl: string,
): Promise<Result<{ door: Door }>> {
  return db.transaction(async (tx) => {
    const row = await upsertDoor(tx, actor.hospitalId, makeLinkSecret(), clock.now());
    return ok({ door: doorView(publicUrl, row) });
  });
}
