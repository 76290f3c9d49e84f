/** Whether somebody still is what a request was let in as. */
import sql from 'sql-template-tag';
import type { StaffActor } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * Keeps the caller's role until the transaction ends; false when it was lost since the request was let
 * in. A removal at the same moment comes wholly before what gives others a right, or wholly after it
 * [SEC-6]. The row lock assigns a transaction id, so a doctor's lock is taken before it.
 */
export async function holdStanding(tx: Queryable, actor: StaffActor): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from membership
    where user_id = ${actor.userId} and hospital_id = ${actor.hospitalId} and role = ${actor.role}
    for share`);
  return row !== undefined;
}
