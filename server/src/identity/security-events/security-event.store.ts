/** Stores security events of accounts, and reads the data needed to notify the accounts' owners. */
import type { SecurityEventKind, WayIn } from '@baari/contract/account/identity.ts';
import sql from 'sql-template-tag';
import {
  chosenLanguage,
  languageForHospital,
} from '../../platform/hospital-sql/chosen-language.ts';
import { leftJoined, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const v = table('identity.security_event', 'v');
const u = table('identity.user', 'u');
const s = table('identity.session', 's');
const a = leftJoined('account_preferences', 'a');
const h = leftJoined('hospital', 'h');

export interface NewSecurityEvent {
  readonly userId: string;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  /** The passkey's name for a passkey event; the method of signing in for a sign-in. */
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

const securityEvent = {
  id: v.id,
  at: v.at,
  kind: typed<SecurityEventKind>(v.kind),
  subject: v.subject,
  browser: v.browser,
  system: v.system,
  network: v.network,
};
export type SecurityEventRow = RowOf<typeof securityEvent>;

export function listLatestEvents(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<SecurityEventRow[]> {
  return db.many(select(securityEvent)`
    from identity.security_event v
    where v.user_id = ${userId} order by v.id desc limit ${limit}`);
}

/** Whether the same security event was recorded for the account since a given time. */
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

/**
 * The language for staff who chose no language: that of the hospital for which they last used the
 * application.
 */
const otherwise = languageForHospital(typed<null>(sql`null::text`), sql`h.id`);

/** The recipient of a security notice, with the language and time zone for it. */
const eventOwner = {
  name: u.name,
  email: u.email,
  isEmailVerified: u.email_verified,
  phone: u.phone_number,
  /** The language chosen in the profile. */
  language: chosenLanguage(a.language),
  otherwise,
  /**
   * The time zone of the hospital for which the staff member last used the application; null for
   * patients.
   */
  timeZone: h.time_zone,
};
export type EventOwner = RowOf<typeof eventOwner>;

const ownersWithHospital = sql`
    from identity."user" u left join account_preferences a on a.account_id = u.id
      left join hospital h on h.id = (
        select m.hospital_id from membership m where m.user_id = u.id
        order by m.last_acted_at desc nulls last, m.created_at, m.hospital_id limit 1)`;

export function findEventOwner(db: Queryable, userId: string): Promise<EventOwner | undefined> {
  return db.maybeOne(select(eventOwner)`
    ${ownersWithHospital} where u.id = ${userId}`);
}

/** The account with an email address; undefined if no account has that address. */
export async function findUserIdOf(db: Queryable, email: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: u.id })`
    from identity."user" u where u.email = ${email}`);
  return row?.id;
}

/** How a session was made, and to which account the session belongs. */
export function findSessionMade(
  db: Queryable,
  token: string,
): Promise<{ readonly userId: string; readonly madeBy: WayIn | null } | undefined> {
  const made = { userId: s.user_id, madeBy: typed<WayIn | null>(s.made_by) };
  return db.maybeOne(select(made)`
    from identity.session s where s.token = ${token}`);
}

/** Identifies the account that a message is about. */
export type AccountKey =
  | { readonly userId: string }
  | { readonly email: string }
  | { readonly phone: string };

const ownerLanguages = { language: eventOwner.language, otherwise };
export type OwnerLanguages = RowOf<typeof ownerLanguages>;

/**
 * The languages to choose from for a message to an account's owner; undefined if no such account
 * exists.
 */
export async function findOwnerLanguages(
  db: Queryable,
  key: AccountKey,
): Promise<OwnerLanguages | undefined> {
  const isTheirs =
    'userId' in key
      ? sql`u.id = ${key.userId}`
      : 'email' in key
        ? sql`u.email = ${key.email}`
        : sql`u.phone_number = ${key.phone}`;
  return db.maybeOne(select(ownerLanguages)`${ownersWithHospital} where ${isTheirs}`);
}
