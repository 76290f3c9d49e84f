/** SQL that ends everything that depends on somebody's right to work at a hospital. */
import sql from 'sql-template-tag';
import { select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { joinRequestStatus } from '../platform/hospital-sql/statuses.ts';
import { endStaffInvitations } from './staff-invitation.store.ts';

const m = table('membership', 'm');

export interface EndedRight {
  readonly hospitalId: string;
  readonly userId: string;
  /** The id of the doctor that the person is; null for the other roles. */
  readonly doctorId: string | null;
}

export interface Ending {
  readonly by: string;
  readonly at: Date;
}

/** Ends invitations by which the person could return, and open invitations that the person sent. */
export async function endInvitations(
  tx: Queryable,
  { hospitalId, userId, doctorId }: Omit<EndedRight, 'userId'> & { readonly userId: string | null },
): Promise<void> {
  await tx.run(sql`
    delete from invitation where hospital_id = ${hospitalId} and (doctor_id = ${doctorId}
      or email = (select email from identity."user" where id = ${userId}))`);
  await endStaffInvitations(tx, { hospitalId, userId });
}

/** Ends a join request that is not decided yet. A person who wants to return must request again. */
export async function endJoinRequests(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
  { by, at }: Ending,
): Promise<void> {
  await tx.run(sql`
    update join_request set status = ${joinRequestStatus.rejected}, decided_at = ${at}, decided_by = ${by}
    where user_id = ${userId} and hospital_id = ${hospitalId} and status = ${joinRequestStatus.pending}`);
}

/**
 * Deletes API responses stored for retried requests, since they were given to a member of staff.
 */
export async function endKeptAnswers(tx: Queryable, { userId }: EndedRight): Promise<void> {
  await tx.run(sql`delete from idempotency_key where user_id = ${userId}`);
}

/** Ends the addresses with which calendars read the hospital's bookings. */
export async function endCalendars(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
): Promise<void> {
  await tx.run(sql`
    delete from calendar_feed where account_id = ${userId} and hospital_id = ${hospitalId}`);
}

/** Ends emergency accesses: they stay recorded, but no longer open reports. */
export async function endEmergencies(
  tx: Queryable,
  { hospitalId, userId }: EndedRight,
  { at }: Ending,
): Promise<void> {
  await tx.run(sql`
    update emergency_access set ends_at = ${at}
    where user_id = ${userId} and hospital_id = ${hospitalId} and ends_at > ${at}`);
}

/**
 * Ends the person's assignments to counters. A counter with nobody assigned is then open to every receptionist.
 */
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

/** The id of the account that belongs to this doctor; undefined without an account. */
export async function findAccountOfDoctor(
  tx: Queryable,
  doctorId: string,
): Promise<string | undefined> {
  const row = await tx.maybeOne(select({ user_id: m.user_id })`
    from membership m where m.doctor_id = ${doctorId}`);
  return row?.user_id;
}
