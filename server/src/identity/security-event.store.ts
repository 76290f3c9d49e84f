/** What happened to accounts, as their owners read it, and what is needed to tell them. */
import type { StaffRole } from '@baari/contract/constants.ts';
import type { SecurityEventKind, WayIn } from '@baari/contract/identity.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { MailLanguage } from './mail-texts.ts';

export interface NewSecurityEvent {
  readonly userId: string;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  /** A passkey's name, or by what somebody signed in. */
  readonly subject: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  readonly network: string | null;
}

export async function insertSecurityEvent(tx: Queryable, event: NewSecurityEvent): Promise<void> {
  await tx.run(sql`
    insert into identity.security_event (user_id, at, kind, subject, browser, system, network)
    values (${event.userId}, ${event.at}, ${event.kind}, ${event.subject}, ${event.browser},
      ${event.system}, ${event.network})`);
}

export interface SecurityEventRow extends Omit<NewSecurityEvent, 'userId'> {
  readonly id: string;
}

export function listLatestEvents(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<SecurityEventRow[]> {
  return db.many<SecurityEventRow>(sql`
    select id, at, kind, subject, browser, system, network from identity.security_event
    where user_id = ${userId} order by id desc limit ${limit}`);
}

/** Whether the same was noted since then. */
export async function hasEventSince(
  db: Queryable,
  userId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity.security_event
    where user_id = ${userId} and kind = ${kind} and at > ${since} limit 1`);
  return row !== undefined;
}

export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from identity.security_event where at < ${before}`);
}

/** Whom to tell, and how. */
export interface EventOwner {
  readonly name: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string | null;
  /** As chosen in the profile. */
  readonly language: MailLanguage | null;
  readonly role: StaffRole | null;
  readonly hospitalId: string | null;
  readonly timeZone: string | null;
}

export function findEventOwner(db: Queryable, userId: string): Promise<EventOwner | undefined> {
  return db.maybeOne<EventOwner>(sql`
    select u.name, u.email, u.email_verified as "isEmailVerified", u.phone_number as phone,
      a.language, m.role, m.hospital_id as "hospitalId", h.time_zone as "timeZone"
    from identity."user" u left join account_preferences a on a.account_id = u.id
      left join staff_member m on m.user_id = u.id left join hospital h on h.id = m.hospital_id
    where u.id = ${userId}`);
}

/** The account of an address, undefined where there is none. */
export async function findUserIdOf(db: Queryable, email: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(
    sql`select id from identity."user" where email = ${email}`,
  );
  return row?.id;
}

/** By what a session was made, and whose it is. */
export function findSessionMade(
  db: Queryable,
  token: string,
): Promise<{ readonly userId: string; readonly madeBy: WayIn | null } | undefined> {
  return db.maybeOne<{ userId: string; madeBy: WayIn | null }>(sql`
    select user_id as "userId", made_by as "madeBy" from identity.session where token = ${token}`);
}
