/** Whether a caller still has the role that a request was accepted with. */
import sql from 'sql-template-tag';
import type { StaffActor } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Locks the caller's membership until the transaction ends; false if the role was lost since. A concurrent
 * removal comes wholly before or wholly after this change [SEC-6]. The row lock assigns a transaction id, so
 * take a doctor's lock first.
 */
export async function lockMembership(tx: Queryable, actor: StaffActor): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from membership
    where user_id = ${actor.userId} and hospital_id = ${actor.hospitalId} and role = ${actor.role}
    for share`);
  return row !== undefined;
}
