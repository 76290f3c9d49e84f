/** The accounts of invited people. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<{ id: string; isVerified: boolean } | undefined> {
  return db.maybeOne<{ id: string; isVerified: boolean }>(sql`
    select id, email_verified as "isVerified" from identity."user" where email = ${email}`);
}

/**
 * An account whose email the invitation's link has proved; it has no password yet. undefined where
 * somebody has just signed up with it.
 */
export async function insertVerifiedAccount(
  tx: Queryable,
  email: string,
  name: string,
): Promise<string | undefined> {
  const row = await tx.maybeOne<{ id: string }>(sql`
    insert into identity."user" (name, email, email_verified)
    values (${name}, ${email}, true) on conflict (email) do nothing returning id`);
  return row?.id;
}
