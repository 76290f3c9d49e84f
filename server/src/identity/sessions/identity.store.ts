/** Accounts, sessions and memberships as the database knows them now. */
import type { Role } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  type RowOf,
  select,
  type Statement,
  table,
  typed,
} from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { actingMembership } from '../security-events/acting.store.ts';

const s = table('identity.session', 's');
const u = table('identity.user', 'u');
const member = leftJoined('membership', 'm');
const h = leftJoined('hospital', 'h');

/** The columns of the session that an identity token names, together with its person. */
const standing = {
  sessionId: s.id,
  expiresAt: s.expires_at,
  userId: u.id,
  name: u.name,
  email: typed<string | null>(
    sql`case when u.email like '%@phone.invalid' then null else u.email end`,
  ),
  emailVerified: u.email_verified,
  phone: typed<string | null>(sql`coalesce(u.phone_number, p.phone)`),
  role: member.role,
  hospitalId: member.hospital_id,
  doctorId: member.doctor_id,
  /** Whether the person works at several hospitals and may switch the session to another one. */
  isAtSeveral: typed<boolean>(sql`
    (s.only_hospital_id is null and exists (
      select from membership o where o.user_id = u.id and o.hospital_id <> m.hospital_id))`),
  /** Whether the hospital requires a second factor and this session was made without one. */
  mustSetUpTwoFactor: typed<boolean>(sql`
    (coalesce(h.require_two_factor, false) and not u.two_factor_enabled
      and s.second_factor is distinct from 'passkey')`),
  /** When the owner last proved their identity. */
  provedAt: s.proved_at,
  lastUsedAt: s.last_used_at,
  /**
   * The minutes without activity after which the hospital signs its staff out; null for patients.
   */
  idleMinutes: h.idle_minutes,
  practiceOf: h.practice_of,
  practiceUntil: h.practice_until,
  timeZone: h.time_zone,
};
export type VerificationRow = RowOf<typeof standing>;

function standingsOf(where: Sql): Statement<VerificationRow> {
  return select(standing)`
    from identity.session s
    join identity."user" u on u.id = s.user_id
    ${actingMembership}
    left join hospital h on h.id = m.hospital_id
    left join patient p on p.id = u.id
    where ${where}`;
}

/** The session with its person; undefined after the person signed out. */
export async function findStanding(
  db: Queryable,
  sessionId: string,
  userId: string,
): Promise<VerificationRow | undefined> {
  return db.maybeOne(standingsOf(sql`s.id = ${sessionId} and u.id = ${userId}`));
}

export async function listStandings(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<VerificationRow[]> {
  return db.many(standingsOf(sql`s.id = any(${sessionIds}::uuid[])`));
}

export interface StaffClaims {
  readonly role: Role;
  readonly hospitalId: string | null;
  readonly doctorId: string | null;
}

/** The role of a session: patient unless its owner works at a hospital [ROLE-6]. */
export async function getRole(db: Queryable, sessionId: string): Promise<StaffClaims> {
  const claims = { role: member.role, hospitalId: member.hospital_id, doctorId: member.doctor_id };
  const row = await db.maybeOne(select(claims)`
    from identity.session s ${actingMembership} where s.id = ${sessionId}`);
  if (row === undefined || row.role === null) {
    return { role: 'patient', hospitalId: null, doctorId: null };
  }
  return { role: row.role, hospitalId: row.hospitalId, doctorId: row.doctorId };
}

export async function isAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 from identity."user" where email = ${email}`);
  return row !== undefined;
}

export async function findEmail(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ email: u.email })`
    from identity."user" u where u.id = ${userId}`);
  return row?.email;
}

export async function hasTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.maybeOne(
    sql`select 1 from identity."user" where id = ${userId} and two_factor_enabled`,
  );
  return row !== undefined;
}

/** Whether one linked external account is the owner's only way to sign in. */
export async function isOnlyWayIn(db: Queryable, userId: string): Promise<boolean> {
  const ways = typed<number>(sql`
    ((select count(*) from identity.account where user_id = u.id)
      + (select count(*) from identity.passkey where user_id = u.id)
      + case when u.phone_number is null then 0 else 1 end)::int`);
  const row = await db.one(select({ ways })`from identity."user" u where u.id = ${userId}`);
  return row.ways <= 1;
}

/** Whether the account has a session that began in this network (an address, or an IPv6 /64). */
export async function hasSessionFrom(
  db: Queryable,
  email: string,
  network: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity.session s join identity."user" u on u.id = s.user_id
    where u.email = ${email} and nullif(s.ip_address, '')::inet <<= ${network}::inet limit 1`);
  return row !== undefined;
}

export async function deleteEndedSessions(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.session where expires_at < ${now}`);
}

/** Makes the account the hospital's first admin; false if it already works somewhere. */
export async function insertHospitalAdmin(
  tx: Queryable,
  userId: string,
  hospitalId: string,
): Promise<boolean> {
  // If the same person creates two hospitals at once, the second request waits here until the first
  // has committed.
  await tx.run(sql`select from identity."user" where id = ${userId} for no key update`);
  const added = await tx.run(sql`
    insert into membership (user_id, hospital_id, role)
    select ${userId}, ${hospitalId}, 'hospital_admin'
    where not exists (select from membership where user_id = ${userId})`);
  return added === 1;
}

export interface OwnPatient {
  readonly accountId: string;
  readonly email: string | null;
  /** The patient's name; if undefined, the stored name stays. */
  readonly name: string | undefined;
  readonly phone: string | undefined;
  /** The name to store for a person who never gave one. */
  readonly nameless: string;
}

/**
 * Creates or updates the patient record of the account's owner. The record has the account's id.
 */
export async function upsertOwnPatient(tx: Queryable, patient: OwnPatient): Promise<void> {
  const { accountId, email, name, phone, nameless } = patient;
  await tx.run(sql`
    insert into patient as known (id, account_id, name, email, phone)
    select u.id, u.id, ${name ?? nameless}::text, ${email}::text, ${phone ?? null}::text
    -- Locked, so that no row is written for an account that is being erased.
    from identity."user" u where u.id = ${accountId} for key share
    on conflict (id) do update set
      name = coalesce(${name ?? null}, known.name),
      phone = coalesce(${phone ?? null}, known.phone),
      email = excluded.email
    -- Locked as well, but not written again with the values that it already has.
    where (known.name, known.phone, known.email) is distinct from
      (coalesce(${name ?? null}, known.name), coalesce(${phone ?? null}, known.phone), excluded.email)`);
}

export async function renameAccount(tx: Queryable, userId: string, name: string): Promise<void> {
  await tx.run(sql`
    update identity."user" set name = ${name}, updated_at = now() where id = ${userId}`);
}
