/** SQL on the accounts of invited people. */
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
 * Inserts an account without a password; the invitation's link has proved the email. Undefined if
 * somebody has just signed up with the email.
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
