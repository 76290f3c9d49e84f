/** Sets after how many idle minutes a hospital's staff sessions end. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { setStaffIdleMinutes as endpoint } from '@baari/contract/account/identity.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { readIdleMinutes, setIdleMinutes } from './own-security.store.ts';
import { deleteIdleSessions } from '../sessions/session-facts.store.ts';
import { lockMembership } from '../sessions/membership-lock.store.ts';

/**
 * Sets after how many idle minutes staff sessions end. Sessions that have already ended by the
 * former limit stay ended.
 */
export async function setStaffIdleMinutes(
  context: MemberContext,
  { idleMinutes }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const before = await readIdleMinutes(tx, hospitalId);
    await deleteIdleSessions(tx, clock.now(), hospitalId);
    await setIdleMinutes(tx, hospitalId, idleMinutes, clock.now());
    await recordAudit(tx, context, {
      action: 'change time without use',
      details: { from: String(before), to: String(idleMinutes) },
    });
    return ok({ idleMinutes });
  });
}
