/** The statements that end what hangs on somebody's right to work at a hospital. */
import sql from 'sql-template-tag';
import { select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { joinRequestStatus } from '../platform/hospital-sql/statuses.ts';
import { endStaffInvitations } from './staff-invitation.store.ts';

const m = table('membership', 'm');

export interface EndedRight {
  readonly hospitalId: string;
  readonly userId: string;
  /** Which doctor this was; null for the other roles. */
  readonly doctorId: string | null;
}

export interface Ending {
  /** The administrator who ends it. */
  readonly by: string;
  readonly at: Date;
}

/** Links that would let the person in again, and open ones that the person sent. */
export async function endInvitations(
  tx: Queryable,
  { hospitalId, userId, doctorId }: Omit<EndedRight, 'userId'> & { readonly userId: string | null },
): Promise<void> {
  await tx.run(sql`
    delete from invitation where hospital_id = ${hospitalId} and (doctor_id = ${doctorId}
      or email = (select email from identity."user" where id = ${userId}))`);
  await endStaffInvitations(tx, { hospitalId, userId });
}

/** An own wish to join that nobody decided: whoever comes back asks again. */
export async function endJoinRequests(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
  { by, at }: Ending,
): Promise<void> {
  await tx.run(sql`
    update join_request set status = ${joinRequestStatus.rejected}, decided_at = ${at}, decided_by = ${by}
    where user_id = ${userId} and hospital_id = ${hospitalId} and status = ${joinRequestStatus.pending}`);
}

/** Answers kept for a retry: they were given to a member of the staff. */
export async function endKeptAnswers(tx: Queryable, { userId }: EndedRight): Promise<void> {
  await tx.run(sql`delete from idempotency_key where user_id = ${userId}`);
}

/** What was opened stays on record, and opens nothing any more. */
export async function endEmergencies(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
  { at }: Ending,
): Promise<void> {
  await tx.run(sql`
    update emergency_access set ends_at = ${at}
    where user_id = ${userId} and hospital_id = ${hospitalId} and ends_at > ${at}`);
}

/** Counters to which the person was assigned: of one with nobody else assigned anyone of the desk may work. */
export async function endAssignments(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
): Promise<void> {
  await tx.run(sql`
    delete from point_staff where user_id = ${userId} and hospital_id = ${hospitalId}`);
}

export async function endMembership(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
): Promise<void> {
  await tx.run(sql`
    delete from membership where user_id = ${userId} and hospital_id = ${hospitalId}`);
}

/** Whoever is this doctor; undefined while nobody is. */
export async function findAccountOfDoctor(
  tx: Queryable,
  doctorId: string,
): Promise<string | undefined> {
  const row = await tx.maybeOne(select({ user_id: m.user_id })`
    from membership m where m.doctor_id = ${doctorId}`);
  return row?.user_id;
}
