/** Starts or stops requiring two-factor sign-in of a hospital's staff. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { setStaffTwoFactor as endpoint } from '@baari/contract/account/identity.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import {
  doesRequireTwoFactor,
  hasSecondFactor,
  setRequireTwoFactor,
} from './own-security.store.ts';
import { lockMembership } from '../sessions/membership-lock.store.ts';

/**
 * Turns the hospital's requirement of two-factor sign-in on or off. Refuses
 * two_factor_setup_required if the administrator has no second factor.
 */
export async function setStaffTwoFactor(
  context: MemberContext,
  { isRequired }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const hasOwn = await hasSecondFactor(tx, actor.userId, actor.sessionId);
    if (isRequired && !hasOwn) return refuse('two_factor_setup_required');
    const wasRequired = await doesRequireTwoFactor(tx, actor.hospitalId);
    await setRequireTwoFactor(tx, actor.hospitalId, isRequired, clock.now());
    await recordAudit(tx, context, {
      action: 'change two-factor policy',
      details: { from: wasRequired ? 'on' : 'off', to: isRequired ? 'on' : 'off' },
    });
    return ok({ isRequired });
  });
}
