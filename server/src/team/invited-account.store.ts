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

/** An account whose email the invitation's link has proved; it has no password yet. */
export async function insertVerifiedAccount(
  tx: Queryable,
  email: string,
  name: string,
): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    insert into identity."user" (name, email, email_verified)
    values (${name}, ${email}, true) returning id`);
  return row.id;
}
