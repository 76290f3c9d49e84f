/** The session acts for another hospital where its owner works [ROLE-9]. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { actForHospital as endpoint } from '@baari/contract/account/identity.ts';
import { type Actor, isStaff } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit.store.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { actForHospital } from '../security-events/acting.store.ts';
import { signedInUserView } from './identity.view.ts';

/**
 * What was let in before stays of the hospital that it was let in for; live streams of that one end.
 * Refuses a hospital where the caller does not work, and any other one to a session that a hospital's own
 * sign-in made: not_found.
 */
export async function actForAnotherHospital(
  context: Context<Actor>,
  { hospitalId }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  if (!isStaff(actor)) return refuse('not_found');
  if (hospitalId === actor.hospitalId) return ok({ user: signedInUserView(actor) });
  return db.transaction(async (tx) => {
    const acting = await actForHospital(tx, actor, hospitalId, clock.now());
    if (acting === undefined) return refuse('not_found');
    const there = { ...actor, ...acting, hospitalId };
    // In the trail of each, that one's own: neither learns of the other.
    await recordAudit(tx, { ...context, actor: there }, { action: 'begin to act here' });
    await recordAudit(tx, { ...context, actor }, { action: 'switch hospital' });
    return ok({ user: signedInUserView(there) });
  });
}
