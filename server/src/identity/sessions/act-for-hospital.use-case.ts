/** Switches the session to another hospital at which its owner works [ROLE-9]. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { actForHospital as endpoint } from '@baari/contract/account/identity.ts';
import { type PersonActor, isStaff } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { actForHospital } from '../security-events/acting.store.ts';
import { signedInUserView } from './identity.view.ts';

/**
 * Switches the session to another hospital. Requests that were already accepted still count for the
 * former hospital, and the session's live streams end. Refuses not_found if the caller does not
 * work at the new hospital, or if the session was made by a hospital's own sign-in provider.
 */
export async function actForAnotherHospital(
  context: Context<PersonActor>,
  { hospitalId }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  if (!isStaff(actor)) return refuse('not_found');
  if (hospitalId === actor.hospitalId) return ok({ user: signedInUserView(actor) });
  return db.transaction(async (tx) => {
    const acting = await actForHospital(tx, actor, hospitalId, clock.now());
    if (acting === undefined) return refuse('not_found');
    const there = { ...actor, ...acting, hospitalId };
    // Each of the two hospitals gets a row in its own audit trail, without the other hospital's
    // name.
    await recordAudit(tx, { ...context, actor: there }, { action: 'begin to act here' });
    await recordAudit(tx, { ...context, actor }, { action: 'switch hospital' });
    return ok({ user: signedInUserView(there) });
  });
}
