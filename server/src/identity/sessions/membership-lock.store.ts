/** Whether a caller still has the role that a request was accepted with. */
import sql from 'sql-template-tag';
import type { StaffMember } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Locks the caller's membership until the transaction ends; returns false if the caller has lost
 * the role. A concurrent removal of the role takes effect wholly before or wholly after this change
 * [SEC-6]. Lock a doctor's queue before this lock, because this lock assigns the transaction id,
 * which orders live events.
 */
export async function lockMembership(tx: Queryable, actor: StaffMember): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from membership
    where user_id = ${actor.userId} and hospital_id = ${actor.hospitalId} and role = ${actor.role}
    for share`);
  return row !== undefined;
}
