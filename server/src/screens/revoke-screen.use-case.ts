import type { Screen } from '@baari/contract/hospital/screen.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { markRevoked } from './screens.store.ts';
import { screenView } from './screens.view.ts';

/**
 * Revokes a screen's link; the open streams of the link end at the next check of the links [ARR-6].
 */
export function revokeScreen(
  context: StaffContext,
  id: string,
): Promise<Result<{ screen: Screen }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const row = await markRevoked(tx, id, actor.hospitalId, clock.now());
    if (row === undefined) return refuse('not_found');
    await recordAudit(tx, context, { action: 'revoke screen', details: { screenId: id } });
    return ok({ screen: screenView(row) });
  });
}
