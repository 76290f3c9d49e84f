/**
 * All SQL on the verified email address and phone number of an account, which receive messages and
 * serve for signing in.
 */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import { type Queryable, violates } from '../../platform/database/database.ts';

const u = table('identity.user', 'u');

const ownAccount = {
  name: u.name,
  email: u.email,
  isEmailVerified: u.email_verified,
  phone: u.phone_number,
  passwordHash: typed<string | null>(sql`
    (select a.password from identity.account a
      where a.user_id = u.id and a.provider_id = 'credential')`),
  hasTwoFactor: u.two_factor_enabled,
};
export type OwnAccount = RowOf<typeof ownAccount>;

export function getOwnAccount(db: Queryable, userId: string): Promise<OwnAccount> {
  return db.one(select(ownAccount)`
    from identity."user" u where u.id = ${userId}`);
}

/**
 * Sets the phone number with which this account's owner signs in. Returns false if the number
 * belongs to another account.
 */
export async function setOwnPhone(tx: Queryable, userId: string, phone: string): Promise<boolean> {
  const holder = await tx.maybeOne(
    sql`select 1 from identity."user" where phone_number = ${phone} and id <> ${userId}`,
  );
  if (holder !== undefined) return false;
  await tx.run(sql`
    update patient p set phone = ${phone} from identity."user" u
    where p.id = ${userId} and u.id = p.id and (p.phone is null or p.phone = u.phone_number)`);
  return isSet(
    tx.run(sql`
    update identity."user"
    set phone_number = ${phone}, phone_number_verified = true, updated_at = now()
    where id = ${userId}`),
  );
}

/**
 * Removes the phone number from the account and from its patient profile. Returns false if the
 * account would then have no verified email address.
 */
export async function clearOwnPhone(
  tx: Queryable,
  userId: string,
  technicalDomain: string,
): Promise<boolean> {
  const before = await tx.maybeOne(select({ phone: u.phone_number })`
    from identity."user" u
    where u.id = ${userId} and u.email_verified and u.email not like ${`%@${technicalDomain}`}
    for update`);
  if (before === undefined) return false;
  await tx.run(sql`
    update patient set phone = null where id = ${userId} and phone = ${before.phone}`);
  await tx.run(sql`
    update identity."user"
    set phone_number = null, phone_number_verified = false, updated_at = now()
    where id = ${userId}`);
  return true;
}

/**
 * Stores the email address for this account. Returns false if another account has verified the
 * address. Links mailed to the former address stop working.
 */
export async function setOwnEmail(tx: Queryable, userId: string, email: string): Promise<boolean> {
  const isDone = await isSet(
    tx.run(sql`
    update identity."user" set email = ${email}, email_verified = true, updated_at = now()
    where id = ${userId} and not exists (
      select from identity."user" o where o.email = ${email} and o.id <> ${userId})`),
  );
  if (!isDone) return false;
  await tx.run(sql`update patient set email = ${email} where id = ${userId}`);
  await tx.run(sql`delete from identity.password_reset where user_id = ${userId}`);
  return true;
}

/**
 * Removes an email address from an account that never verified it, because a stranger may have
 * signed up with the address. The password set with the address stops working.
 */
export async function displaceUnproved(
  tx: Queryable,
  email: string,
  keptId: string,
  substitute: string,
): Promise<void> {
  const displaced = await tx.maybeOne(returning({ id: u.id })`
    update identity."user" u set email = ${substitute}, updated_at = now()
    where u.email = ${email} and u.id <> ${keptId} and not u.email_verified`);
  if (displaced === undefined) return;
  await tx.run(sql`
    delete from identity.account where user_id = ${displaced.id} and provider_id = 'credential'`);
  await tx.run(sql`delete from identity.session where user_id = ${displaced.id}`);
  await tx.run(sql`update patient set email = null where id = ${displaced.id}`);
}

/**
 * Whether the change was stored. Of two concurrent changes, the unique index lets only one succeed.
 */
async function isSet(changing: Promise<number>): Promise<boolean> {
  try {
    return (await changing) === 1;
  } catch (error) {
    if (violates(error, 'user_email_key') || violates(error, 'user_phone_number_key')) return false;
    throw error;
  }
}
