import type { Screen } from '@baari/contract/screen.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { markRevoked } from './screens.store.ts';
import { screenView } from './screens.view.ts';

/** Ends a link; what is open with it ends within one check [ARR-6]. */
export function revokeScreen(
  { db, actor, clock }: StaffContext,
  id: string,
): Promise<Result<{ screen: Screen }>> {
  return db.transaction(async (tx) => {
    const row = await markRevoked(tx, id, actor.hospitalId, clock.now());
    return row === undefined ? refuse('not_found') : ok({ screen: screenView(row) });
  });
}
