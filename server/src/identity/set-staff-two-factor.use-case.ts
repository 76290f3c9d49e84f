/** A hospital requires two-factor sign-in of its staff, or no longer does. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { setStaffTwoFactor as endpoint } from '@baari/contract/identity.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hasSecondFactor, setRequireTwoFactor } from './own-security.store.ts';

/** Refuses: two_factor_setup_required, as who asks it of others has it too. */
export async function setStaffTwoFactor(
  { db, actor, clock }: StaffContext,
  { isRequired }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  return db.transaction(async (tx) => {
    const hasOwn = await hasSecondFactor(tx, actor.userId, actor.sessionId);
    if (isRequired && !hasOwn) return refuse('two_factor_setup_required');
    await setRequireTwoFactor(tx, actor.hospitalId, isRequired, clock.now());
    return ok({ isRequired });
  });
}
