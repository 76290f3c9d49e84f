/** The accounts of invited people. */
import { returning, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const u = table('identity.user', 'u');

export function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<{ id: string; isVerified: boolean } | undefined> {
  return db.maybeOne(select({ id: u.id, isVerified: u.email_verified })`
    from identity."user" u where u.email = ${email}`);
}

/**
 * Inserts an account whose email is proved by the invitation's link, without a password yet.
 * undefined if the email has just been used to sign up.
 */
export async function insertVerifiedAccount(
  tx: Queryable,
  email: string,
  name: string,
): Promise<string | undefined> {
  const row = await tx.maybeOne(returning({ id: u.id })`
    insert into identity."user" as u (name, email, email_verified)
    values (${name}, ${email}, true) on conflict (email) do nothing`);
  return row?.id;
}
