/** Finds the account of a sign-in attempt and writes its audit row. */
import sql, { type Sql } from 'sql-template-tag';
import { recordAuditOfAccount } from '../../platform/audit/audit.store.ts';
import { select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignInTry, TriedBy } from './sign-in-record.plugin.ts';

const u = table('identity.user', 'u');

/** Audits an attempt; writes nothing for a patient's account or an unknown one. */
export async function recordSignIn(
  db: Queryable,
  { by, way, outcome, address, hospitalId }: SignInTry,
  at: Date,
): Promise<void> {
  const row = await db.maybeOne(select({ id: u.id })`
    from identity."user" u where ${isAccountOf(by)}`);
  if (row === undefined) return;
  const act = { userId: row.id, address, at, hospitalId };
  await recordAuditOfAccount(db, act, { action: 'sign in', outcome, details: { way } });
}

/** The SQL condition that row `u` of identity.user is the attempted account. */
export function isAccountOf(by: TriedBy): Sql {
  if ('userId' in by) return sql`u.id = ${by.userId}`;
  if ('email' in by) return sql`u.email = ${by.email.toLowerCase()}`;
  if ('phone' in by) return sql`u.phone_number = ${by.phone}`;
  return sql`u.id = (
    select k.user_id from identity.passkey k where k.credential_id = ${by.credentialId})`;
}
