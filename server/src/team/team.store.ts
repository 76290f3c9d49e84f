/** All SQL on members, join requests and invitations. */
import type { JoinRequestStatus, StaffRole } from '@baari/contract/constants.ts';
import type { JoinApplication } from '@baari/contract/account/team.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { languageForHospital } from '../platform/hospital-sql/chosen-language.ts';
import {
  leftJoined,
  returning,
  type RowOf,
  select,
  type Statement,
  table,
  typed,
} from '../platform/database/columns.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import type { PageWanted } from '../platform/database/page.rules.ts';
import { joinRequestStatus } from '../platform/hospital-sql/statuses.ts';

/** Locks a hospital's team, so that two concurrent changes cannot remove the last administrator. */
export async function lockTeam(tx: Queryable, hospitalId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`team ${hospitalId}`}, 0))`);
}

const m = table('membership', 'm');
const u = table('identity.user', 'u');
const a = leftJoined('account_preferences', 'a');
const r = table('join_request', 'r');
const i = table('invitation', 'i');
const h = table('hospital', 'h');
const d = table('doctor', 'd');

const member = {
  user_id: m.user_id,
  hospital_id: m.hospital_id,
  name: u.name,
  email: u.email,
  role: m.role,
  title: m.title,
  doctor_id: m.doctor_id,
  created_at: m.created_at,
};
export type MemberRow = RowOf<typeof member>;

/**
 * SQL that lists members. `rest` is the part after the tables: conditions and order. The functions
 * below use `rest` in the same way.
 */
function membersOf(rest: Sql): Statement<MemberRow> {
  return select(member)`
    from membership m join identity."user" u on u.id = m.user_id ${rest}`;
}

/** Returns one page of members, sorted by role and name. */
export function listMembers(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<MemberRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (m.role, lower(u.name), m.user_id) > (
          select a.role, lower(o.name), a.user_id
          from membership a join identity."user" o on o.id = a.user_id
          where a.user_id = ${after} and a.hospital_id = ${hospitalId})`;
  return db.many(
    membersOf(sql`
      where m.hospital_id = ${hospitalId} ${behind}
      order by m.role, lower(u.name), m.user_id limit ${limit}`),
  );
}

/** Counts all members, join requests and invitations of a hospital. */
export function countTeam(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<{ members: number; requests: number; invitations: number }> {
  return db.one(
    select({
      members: typed<number>(sql`
      (select count(*) from membership where hospital_id = ${hospitalId})`),
      requests: typed<number>(sql`
      (select count(*) from join_request
        where hospital_id = ${hospitalId} and status = ${joinRequestStatus.pending})`),
      invitations: typed<number>(sql`
      (select count(*) from invitation
        where hospital_id = ${hospitalId} and expires_at > ${now})`),
    })``,
  );
}

export function findMember(
  db: Queryable,
  hospitalId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return db.maybeOne(membersOf(sql`where m.hospital_id = ${hospitalId} and m.user_id = ${userId}`));
}

export async function countAdmins(tx: Queryable, hospitalId: string): Promise<number> {
  const row = await tx.one(select({ admins: typed<number>(sql`count(*)`) })`
    from membership
    where hospital_id = ${hospitalId} and role = 'hospital_admin'`);
  return row.admins;
}

/**
 * Adds a member. Returns false if the account already works at this hospital, or if another account
 * already belongs to the doctor whom the new member would be.
 */
export async function insertMember(
  tx: Queryable,
  member: {
    readonly userId: string;
    readonly hospitalId: string;
    readonly role: StaffRole;
    readonly title: string | null;
    readonly doctorId: string | null;
  },
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into membership (user_id, hospital_id, role, title, doctor_id)
    values (${member.userId}, ${member.hospitalId}, ${member.role}, ${member.title},
      ${member.doctorId})
    on conflict do nothing`);
  return added === 1;
}

export async function updateMemberRole(
  tx: Queryable,
  { hospitalId, userId }: { readonly hospitalId: string; readonly userId: string },
  role: StaffRole,
): Promise<void> {
  await tx.run(sql`
    update membership set role = ${role}
    where user_id = ${userId} and hospital_id = ${hospitalId}`);
}

/** Whether somebody works at this hospital. */
export async function isMember(
  db: Queryable,
  hospitalId: string,
  userId: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from membership where user_id = ${userId} and hospital_id = ${hospitalId}`);
  return row !== undefined;
}

const joinRequest = {
  id: r.id,
  user_id: r.user_id,
  hospital_id: r.hospital_id,
  hospital_name: h.name,
  name: r.name,
  email: r.email,
  phone: r.phone,
  title: r.title,
  department: r.department,
  status: r.status,
  requested_at: r.requested_at,
  decision_reason: r.decision_reason,
  /** The hospital's verification status with the operator. */
  hospital_standing: h.standing,
  email_verified: typed<boolean>(sql`(u.email_verified and u.email = r.email)`),
};
export type JoinRequestRow = RowOf<typeof joinRequest>;

function requestsOf(rest: Sql): Statement<JoinRequestRow> {
  return select(joinRequest)`
    from join_request r join hospital h on h.id = r.hospital_id
    join identity."user" u on u.id = r.user_id ${rest}`;
}

/** Inserts a join request; undefined if the account already has a pending join request. */
export async function insertJoinRequest(
  tx: Queryable,
  userId: string,
  application: JoinApplication,
  now: Date,
): Promise<string | undefined> {
  const name = `${application.firstName} ${application.lastName}`;
  try {
    const row = await tx.one(returning({ id: r.id })`
      insert into join_request as r
        (user_id, hospital_id, name, email, phone, title, department, requested_at)
      values (${userId}, ${application.hospitalId}, ${name}, ${application.email},
        ${application.phone}, ${application.role}, ${application.department}, ${now})`);
    return row.id;
  } catch (error) {
    if (violates(error, 'one_pending_join_request')) return undefined;
    throw error;
  }
}

export function findJoinRequest(db: Queryable, id: string): Promise<JoinRequestRow | undefined> {
  return db.maybeOne(requestsOf(sql`where r.id = ${id}`));
}

export function findLatestRequestOf(
  db: Queryable,
  userId: string,
): Promise<JoinRequestRow | undefined> {
  return db.maybeOne(
    requestsOf(sql`where r.user_id = ${userId} order by r.requested_at desc limit 1`),
  );
}

/** One page of pending requests, oldest first. */
export function listPendingRequests(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<JoinRequestRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (r.requested_at, r.id) > (
          select requested_at, id from join_request where id = ${after})`;
  return db.many(
    requestsOf(sql`
      where r.hospital_id = ${hospitalId} and r.status = ${joinRequestStatus.pending} ${behind}
      order by r.requested_at, r.id limit ${limit}`),
  );
}

export async function decideRequest(
  tx: Queryable,
  id: string,
  decision: {
    readonly status: Exclude<JoinRequestStatus, 'pending'>;
    readonly by: string;
    readonly at: Date;
    readonly reason?: string;
  },
): Promise<void> {
  const { status, by, at, reason = '' } = decision;
  await tx.run(sql`
    update join_request set status = ${status}, decided_at = ${at}, decided_by = ${by},
      decision_reason = nullif(${reason}, '')
    where id = ${id}`);
}

const mailedBy = (hospitalId: string) => ({
  email: u.email,
  name: u.name,
  language: languageForHospital(a.language, hospitalId),
});
export type MailedPerson = RowOf<ReturnType<typeof mailedBy>>;

/** A hospital's administrators with a verified email. */
export function listAdministratorsToMail(
  db: Queryable,
  hospitalId: string,
): Promise<MailedPerson[]> {
  return db.many(select(mailedBy(hospitalId))`
    from membership m join identity."user" u on u.id = m.user_id
      left join account_preferences a on a.account_id = u.id
    where m.hospital_id = ${hospitalId} and m.role = 'hospital_admin' and u.email_verified
    order by u.email`);
}

/** The applicant's address and language; undefined without a verified email. */
export function findApplicant(
  db: Queryable,
  userId: string,
  hospitalId: string,
): Promise<MailedPerson | undefined> {
  return db.maybeOne(select(mailedBy(hospitalId))`
    from identity."user" u left join account_preferences a on a.account_id = u.id
    where u.id = ${userId} and u.email_verified`);
}

const invitation = {
  doctor_id: i.doctor_id,
  hospital_id: i.hospital_id,
  hospital_name: h.name,
  doctor_name: d.name,
  email: i.email,
  sent_at: i.sent_at,
  expires_at: i.expires_at,
};
export type InvitationRow = RowOf<typeof invitation>;

function invitationsOf(rest: Sql): Statement<InvitationRow> {
  return select(invitation)`
    from invitation i join doctor d on d.id = i.doctor_id
    join hospital h on h.id = i.hospital_id ${rest}`;
}

/** Inserts an invitation of a doctor; an earlier invitation of the same doctor stops working. */
export async function upsertInvitation(
  tx: Queryable,
  given: {
    readonly doctorId: string;
    readonly hospitalId: string;
    readonly email: string;
    readonly tokenHash: string;
    readonly sentAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx.run(sql`
    insert into invitation (doctor_id, hospital_id, email, token_hash, sent_at, expires_at)
    values (${given.doctorId}, ${given.hospitalId}, ${given.email.toLowerCase()},
      ${given.tokenHash}, ${given.sentAt}, ${given.expiresAt})
    on conflict (doctor_id) do update set email = excluded.email,
      token_hash = excluded.token_hash, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at`);
}

/** One page of open invitations, latest first. */
export function listOpenInvitations(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
  now: Date,
): Promise<InvitationRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (i.sent_at, i.doctor_id) < (
          select sent_at, doctor_id from invitation where doctor_id = ${after})`;
  return db.many(
    invitationsOf(sql`
      where i.hospital_id = ${hospitalId} and i.expires_at > ${now} ${behind}
      order by i.sent_at desc, i.doctor_id desc limit ${limit}`),
  );
}

export function findInvitation(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return db.maybeOne(
    invitationsOf(sql`
      where i.token_hash = ${tokenHash} and i.expires_at > ${now} and d.deactivated_at is null`),
  );
}

/** Uses up an invitation. If two accounts try at the same moment, one succeeds. */
export async function takeInvitation(
  tx: Queryable,
  tokenHash: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  const found = await findInvitation(tx, tokenHash, now);
  if (found === undefined) return undefined;
  const taken = await tx.run(sql`delete from invitation where token_hash = ${tokenHash}`);
  return taken === 1 ? found : undefined;
}

/** Withdraws an invitation; returns whether there was an invitation to withdraw. */
export async function deleteInvitation(tx: Queryable, doctorId: string): Promise<boolean> {
  return (await tx.run(sql`delete from invitation where doctor_id = ${doctorId}`)) === 1;
}

const isDeactivated = typed<boolean>(sql`(d.deactivated_at is not null)`);

const invitedDoctor = {
  id: d.id,
  hospital_id: d.hospital_id,
  hospital_name: h.name,
  hospital_standing: h.standing,
  /** The hospital's language, because an invited person has not chosen one yet. */
  hospital_language: languageForHospital(typed<null>(sql`null::text`), sql`d.hospital_id`),
  name: d.name,
  email: d.email,
  is_deactivated: isDeactivated,
  has_account: typed<boolean>(sql`exists (select from membership m where m.doctor_id = d.id)`),
};
export type InvitedDoctor = RowOf<typeof invitedDoctor>;

/**
 * Reads the doctor to invite and locks the row until the transaction ends, so that a doctor who is
 * just being deactivated is not invited.
 */
export function lockDoctorToInvite(
  tx: Queryable,
  doctorId: string,
): Promise<InvitedDoctor | undefined> {
  return tx.maybeOne(select(invitedDoctor)`
    from doctor d join hospital h on h.id = d.hospital_id where d.id = ${doctorId}
    for share of d`);
}

const claimableDoctor = { id: d.id, isDeactivated };
export type ClaimableDoctor = RowOf<typeof claimableDoctor>;

/**
 * Finds a doctor of this hospital with this email and without an account. The row is locked until
 * the transaction ends, so that no account is linked to a doctor who is just being deactivated.
 */
export function lockUnclaimedDoctor(
  tx: Queryable,
  hospitalId: string,
  email: string,
): Promise<ClaimableDoctor | undefined> {
  return tx.maybeOne(select(claimableDoctor)`
    from doctor d
    where d.hospital_id = ${hospitalId} and lower(d.email) = ${email}
      and not exists (select from membership m where m.doctor_id = d.id)
    for share of d`);
}
