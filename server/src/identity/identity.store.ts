/** Accounts, sessions and who works where, as the database knows them now. */
import type { Role, StaffRole } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

/** A session with its person: what an identity token stands for at this moment. */
export interface StandingRow {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly role: StaffRole | null;
  readonly hospitalId: string | null;
  readonly doctorId: string | null;
  /** The hospital requires a second factor and this session was made without one. */
  readonly mustSetUpTwoFactor: boolean;
  /** When its owner last showed who they are. */
  readonly provedAt: Date;
  readonly lastUsedAt: Date;
  /** Minutes without use that the hospital allows its staff; null for patients. */
  readonly idleMinutes: number | null;
}

const standing = sql`
  select s.id as "sessionId", s.expires_at as "expiresAt", u.id as "userId", u.name,
    case when u.email like '%@phone.invalid' then null else u.email end as email,
    u.email_verified as "emailVerified", coalesce(u.phone_number, p.phone) as phone, m.role, m.hospital_id as "hospitalId",
    m.doctor_id as "doctorId",
    coalesce(h.require_two_factor, false) and not u.two_factor_enabled
      and s.second_factor is distinct from 'passkey' as "mustSetUpTwoFactor",
    s.proved_at as "provedAt", s.last_used_at as "lastUsedAt", h.idle_minutes as "idleMinutes"
  from identity.session s
  join identity."user" u on u.id = s.user_id
  left join staff_member m on m.user_id = u.id
  left join hospital h on h.id = m.hospital_id
  left join patient p on p.id = u.id`;

/** The session with its person; undefined once it was signed out. */
export async function findStanding(
  db: Queryable,
  sessionId: string,
  userId: string,
): Promise<StandingRow | undefined> {
  return db.maybeOne<StandingRow>(sql`
    ${standing} where s.id = ${sessionId} and u.id = ${userId}`);
}

export async function listStandings(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<StandingRow[]> {
  return db.many<StandingRow>(sql`${standing} where s.id = any(${sessionIds}::uuid[])`);
}

export interface StaffClaims {
  readonly role: Role;
  readonly hospitalId: string | null;
  readonly doctorId: string | null;
}

/** The role of an account: patient unless it works somewhere [ROLE-6]. */
export async function getRole(db: Queryable, userId: string): Promise<StaffClaims> {
  const row = await db.maybeOne<{ role: StaffRole; hospitalId: string; doctorId: string | null }>(
    sql`select role, hospital_id as "hospitalId", doctor_id as "doctorId"
      from staff_member where user_id = ${userId}`,
  );
  return row ?? { role: 'patient', hospitalId: null, doctorId: null };
}

export async function isAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 from identity."user" where email = ${email}`);
  return row !== undefined;
}

export async function findEmail(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ email: string }>(
    sql`select email from identity."user" where id = ${userId}`,
  );
  return row?.email;
}

export async function hasTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.maybeOne(
    sql`select 1 from identity."user" where id = ${userId} and two_factor_enabled`,
  );
  return row !== undefined;
}

/** Whether nothing but the one account elsewhere opens this one. */
export async function isOnlyWayIn(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.one<{ ways: number }>(sql`
    select ((select count(*) from identity.account where user_id = u.id)
      + (select count(*) from identity.passkey where user_id = u.id)
      + case when u.phone_number is null then 0 else 1 end)::int as ways
    from identity."user" u where u.id = ${userId}`);
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

/** Makes the account the hospital's first admin; false when it already works somewhere. */
export async function insertHospitalAdmin(
  tx: Queryable,
  userId: string,
  hospitalId: string,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into staff_member (user_id, hospital_id, role)
    values (${userId}, ${hospitalId}, 'hospital_admin')
    on conflict (user_id) do nothing`);
  return added === 1;
}

export interface OwnPatient {
  readonly accountId: string;
  readonly email: string | null;
  /** undefined leaves what is there. */
  readonly name: string | undefined;
  readonly phone: string | undefined;
  /** The name of a person who never gave one. */
  readonly nameless: string;
}

/** The account's own person, made when it is missing; its id is the account's. */
export async function upsertOwnPatient(tx: Queryable, patient: OwnPatient): Promise<void> {
  const { accountId, email, name, phone, nameless } = patient;
  await tx.run(sql`
    insert into patient as known (id, account_id, name, email, phone)
    select u.id, u.id, ${name ?? nameless}::text, ${email}::text, ${phone ?? null}::text
    -- Held, so that nobody is written anew whose account is being erased.
    from identity."user" u where u.id = ${accountId} for key share
    on conflict (id) do update set
      name = coalesce(${name ?? null}, known.name),
      phone = coalesce(${phone ?? null}, known.phone),
      email = excluded.email`);
}

export async function renameAccount(tx: Queryable, userId: string, name: string): Promise<void> {
  await tx.run(sql`
    update identity."user" set name = ${name}, updated_at = now() where id = ${userId}`);
}
