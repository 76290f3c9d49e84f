import type { Door } from '@baari/contract/hospital/screen.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok, type Result } from '../platform/result.ts';
import { upsertDoor } from './screens.store.ts';
import { doorView } from './screens.view.ts';

/** Makes a new door code, so that a photo of the old poster no longer proves presence [ARR-5]. */
export function renewDoorCode(
  context: StaffContext,
  publicUrl: string,
): Promise<Result<{ door: Door }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const row = await upsertDoor(tx, actor.hospitalId, makeLinkSecret(), clock.now());
    await recordAudit(tx, context, { action: 'renew door code' });
    return ok({ door: doorView(publicUrl, row) });
  });
}
