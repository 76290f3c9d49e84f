/** All SQL on invitations of receptionists and administrators [ROLE-6]. */
import type { InvitedRole } from '@baari/contract/account/team.ts';
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
import type { Queryable } from '../platform/database/database.ts';
import type { PageWanted } from '../platform/database/page.rules.ts';

const s = table('staff_invitation', 's');
const h = table('hospital', 'h');
const u = leftJoined('identity.user', 'u');

const invitation = {
  id: s.id,
  hospital_id: s.hospital_id,
  hospital_name: h.name,
  role: typed<InvitedRole>(sql`s.role`),
  email: s.email,
  sent_at: s.sent_at,
  expires_at: s.expires_at,
  accepted_at: s.accepted_at,
  accepted_name: u.name,
  accepted_email: u.email,
};
export type StaffInvitationRow = RowOf<typeof invitation>;

function invitationsOf(rest: Sql): Statement<StaffInvitationRow> {
  return select(invitation)`
    from staff_invitation s join hospital h on h.id = s.hospital_id
    left join identity."user" u on u.id = s.accepted_by ${rest}`;
}

/**
 * How long an accepted invitation stays listed, in ms, so that the administrator sees who used a
 * link.
 */
const listedMs = 7 * 86_400_000;

/** One page of invitations of receptionists and administrators, latest first. */
export function listStaffInvitations(
  db: Queryable,
  hospitalId: string,
  { after, limit }: PageWanted,
  now: Date,
): Promise<StaffInvitationRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (s.sent_at, s.id) < (
          select sent_at, id from staff_invitation where id = ${after})`;
  const since = new Date(now.getTime() - listedMs);
  return db.many(
    invitationsOf(sql`
      where s.hospital_id = ${hospitalId} and (s.accepted_at > ${since}
        or (s.accepted_at is null and s.expires_at > ${now})) ${behind}
      order by s.sent_at desc, s.id desc limit ${limit}`),
  );
}

/**
 * Inserts an invitation. Ends an earlier open invitation of the same address, and deletes old
 * invitations.
 */
export async function insertStaffInvitation(
  tx: Queryable,
  given: {
    readonly hospitalId: string;
    readonly role: InvitedRole;
    readonly email: string | null;
    readonly tokenHash: string;
    readonly invitedBy: string;
    readonly sentAt: Date;
    readonly expiresAt: Date;
  },
): Promise<StaffInvitationRow> {
  const past = new Date(given.sentAt.getTime() - listedMs);
  await tx.run(sql`
    delete from staff_invitation where hospital_id = ${given.hospitalId}
      and ((accepted_at is null and (email = ${given.email} or expires_at < ${past}))
        or accepted_at < ${past})`);
  const { id } = await tx.one(returning({ id: s.id })`
    insert into staff_invitation as s
      (hospital_id, role, email, token_hash, invited_by, sent_at, expires_at)
    values (${given.hospitalId}, ${given.role}, ${given.email}, ${given.tokenHash},
      ${given.invitedBy}, ${given.sentAt}, ${given.expiresAt})`);
  return tx.one(invitationsOf(sql`where s.id = ${id}`));
}

export async function countOpenLinks(
  tx: Queryable,
  hospitalId: string,
  now: Date,
): Promise<number> {
  const row = await tx.one(select({ links: typed<number>(sql`count(*)`) })`
    from staff_invitation s where s.hospital_id = ${hospitalId} and s.email is null
      and s.accepted_at is null and s.expires_at > ${now}`);
  return row.links;
}

/** Finds a valid invitation. Invitations of a closed hospital are not valid. */
export function findStaffInvitation(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<StaffInvitationRow | undefined> {
  return db.maybeOne(
    invitationsOf(sql`
      where s.token_hash = ${tokenHash} and s.accepted_at is null and s.expires_at > ${now}
        and h.closed_at is null`),
  );
}

/** Uses up an invitation for this account. If two accounts try at the same moment, one succeeds. */
export async function takeStaffInvitation(
  tx: Queryable,
  id: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const taken = await tx.run(sql`
    update staff_invitation set accepted_at = ${now}, accepted_by = ${userId}
    where id = ${id} and accepted_at is null`);
  return taken === 1;
}

/**
 * Uses up the open invitation for a verified address when its owner signs in by the hospital's
 * single sign-on.
 */
export async function takeStaffInvitationOf(
  tx: Queryable,
  hospitalId: string,
  by: { readonly email: string; readonly userId: string },
  now: Date,
): Promise<{ readonly role: InvitedRole; readonly doctorId: null } | undefined> {
  const row = await tx.maybeOne(returning({ role: typed<InvitedRole>(sql`s.role`) })`
    update staff_invitation s set accepted_at = ${now}, accepted_by = ${by.userId}
    where s.hospital_id = ${hospitalId} and s.email = lower(${by.email}) and s.accepted_at is null
      and s.expires_at > ${now}`);
  return row && { role: row.role, doctorId: null };
}

/**
 * Deletes an open invitation. True if the invitation was open, false if it was not, undefined if
 * the hospital has no invitation with this id.
 */
export async function deleteStaffInvitation(
  tx: Queryable,
  hospitalId: string,
  id: string,
): Promise<boolean | undefined> {
  const known = await tx.maybeOne(sql`
    select 1 from staff_invitation where id = ${id} and hospital_id = ${hospitalId}`);
  if (known === undefined) return undefined;
  const deleted = await tx.run(sql`
    delete from staff_invitation where id = ${id} and accepted_at is null`);
  return deleted === 1;
}

/**
 * Ends open invitations that a former administrator sent, and those to the former administrator's
 * own address.
 */
export async function endStaffInvitations(
  tx: Queryable,
  { hospitalId, userId }: { readonly hospitalId: string; readonly userId: string | null },
): Promise<void> {
  await tx.run(sql`
    delete from staff_invitation where hospital_id = ${hospitalId} and accepted_at is null
      and (invited_by = ${userId}
        or email = (select lower(email) from identity."user" where id = ${userId}))`);
}

const invitingHospital = {
  id: h.id,
  name: h.name,
  standing: h.standing,
  language: languageForHospital(typed<null>(sql`null::text`), sql`h.id`),
};

export function readInvitingHospital(
  tx: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof invitingHospital>> {
  return tx.one(select(invitingHospital)`
    from hospital h where h.id = ${hospitalId}`);
}

/** Whether the address belongs to somebody who works at this hospital. */
export async function isMembersEmail(
  tx: Queryable,
  hospitalId: string,
  email: string,
): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 from membership m join identity."user" u on u.id = m.user_id
    where m.hospital_id = ${hospitalId} and lower(u.email) = ${email}`);
  return row !== undefined;
}
