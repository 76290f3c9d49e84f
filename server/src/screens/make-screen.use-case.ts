import type { Screen, ScreenKind } from '@baari/contract/screen.ts';
import type { StaffContext } from '../platform/context.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { countScreens, insertScreen } from './screens.store.ts';
import { screenUrl, screenView } from './screens.view.ts';

/** More televisions than the largest hospital hangs up. */
const maxScreens = 100;

/** Makes the link that lets a display or a kiosk in; it is told this once [ARR-5, ARR-6]. */
export function makeScreen(
  { db, actor, clock }: StaffContext,
  given: { readonly kind: ScreenKind; readonly name: string },
  publicUrl: string,
): Promise<Result<{ screen: Screen; url: string }>> {
  return db.transaction(async (tx) => {
    if ((await countScreens(tx, actor.hospitalId)) >= maxScreens) return refuse('too_many_screens');
    const secret = makeLinkSecret();
    const row = await insertScreen(tx, {
      ...given,
      hospitalId: actor.hospitalId,
      secretHash: hashLinkSecret(secret),
      madeAt: clock.now(),
      madeBy: actor.userId,
    });
    return ok({ screen: screenView(row), url: screenUrl(publicUrl, row, secret) });
  });
}
