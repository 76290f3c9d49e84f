/**
 * A user can become a hospital_admin only by creating the hospital with a verified email address
 * [ROLE-6].
 */
import { type PersonActor, isStaff } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { insertHospitalAdmin } from '../sessions/identity.store.ts';

/**
 * Makes the account the hospital's administrator. It runs inside the transaction that creates the
 * hospital. Refuses: email_not_verified, already_staff.
 */
export async function makeHospitalAdmin(
  tx: Queryable,
  actor: PersonActor,
  hospitalId: string,
): Promise<Result<void>> {
  if (!actor.emailVerified) return refuse('email_not_verified');
  if (isStaff(actor)) return refuse('already_staff');
  const isAdded = await insertHospitalAdmin(tx, actor.userId, hospitalId);
  return isAdded ? ok(undefined) : refuse('already_staff');
}
