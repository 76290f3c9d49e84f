import { maxScreens } from '@baari/contract/constants.ts';
import type { Screen, ScreenKind } from '@baari/contract/hospital/screen.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { showDoctors } from './edit-screen.use-case.ts';
import { countScreens, insertScreen } from './screens.store.ts';
import { screenUrl, screenView } from './screens.view.ts';

export interface ScreenGiven {
  readonly kind: ScreenKind;
  readonly name: string;
  /** The doctors' and shared lines that the screen shows; empty for all lines of the hospital. */
  readonly doctorIds: readonly string[];
}

/** Creates the link of a display or a kiosk; its secret is shown only once [ARR-5, ARR-6]. */
export function makeScreen(
  context: MemberContext,
  { kind, name, doctorIds }: ScreenGiven,
  publicUrl: string,
): Promise<Result<{ screen: Screen; url: string }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    if ((await countScreens(tx, actor.hospitalId)) >= maxScreens) return refuse('too_many_screens');
    const secret = makeLinkSecret();
    const row = await insertScreen(tx, {
      kind,
      name,
      hospitalId: actor.hospitalId,
      secretHash: hashLinkSecret(secret),
      madeAt: clock.now(),
      madeBy: actor.userId,
    });
    const shown = await showDoctors(tx, row, doctorIds);
    if (!shown.ok) return shown;
    await recordAudit(tx, context, { action: 'add screen', details: { screenId: row.id } });
    return ok({ screen: screenView(shown.value), url: screenUrl(publicUrl, row, secret) });
  });
}
