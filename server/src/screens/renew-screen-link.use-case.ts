import type { Screen } from '@baari/contract/hospital/screen.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { insertScreen, markRevoked, replaceShownDoctors } from './screens.store.ts';
import { screenUrl, screenView } from './screens.view.ts';

/**
 * Revokes a screen's link and makes a new link for the same screen, for a lost link or a replaced
 * device [ARR-5, ARR-6]. Refuses: not_found.
 */
export function renewScreenLink(
  context: MemberContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ screen: Screen; url: string }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const former = await markRevoked(tx, id, actor.hospitalId, clock.now());
    if (former === undefined) return refuse('not_found');
    const secret = makeLinkSecret();
    const row = await insertScreen(tx, {
      kind: former.kind,
      name: former.name,
      hospitalId: actor.hospitalId,
      secretHash: hashLinkSecret(secret),
      madeAt: clock.now(),
      madeBy: actor.userId,
    });
    await replaceShownDoctors(tx, row.id, former.doctor_ids);
    await recordAudit(tx, context, { action: 'renew screen link', details: { screenId: id } });
    const screen = screenView({ ...row, doctor_ids: former.doctor_ids });
    return ok({ screen, url: screenUrl(publicUrl, row, secret) });
  });
}
