/**
 * All SQL on the second factor of an account, and on whether the account's hospital requires one.
 */
import sql from 'sql-template-tag';
import { select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const h = table('hospital', 'h');

/** Whether the account has two-factor sign-in, or this session was made with a passkey. */
export async function hasSecondFactor(
  db: Queryable,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity."user" u join identity.session s on s.user_id = u.id
    where u.id = ${userId} and s.id = ${sessionId}
      and (u.two_factor_enabled or s.second_factor = 'passkey')`);
  return row !== undefined;
}

export async function doesRequireTwoFactor(db: Queryable, hospitalId: string): Promise<boolean> {
  const row = await db.one(select({ isRequired: h.require_two_factor })`
    from hospital h where h.id = ${hospitalId}`);
  return row.isRequired;
}

export async function setRequireTwoFactor(
  tx: Queryable,
  hospitalId: string,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set require_two_factor = ${isRequired}, updated_at = ${now}
    where id = ${hospitalId}`);
}

export async function readIdleMinutes(db: Queryable, hospitalId: string): Promise<number> {
  const row = await db.one(select({ minutes: h.idle_minutes })`
    from hospital h where h.id = ${hospitalId}`);
  return row.minutes;
}

export async function setIdleMinutes(
  tx: Queryable,
  hospitalId: string,
  minutes: number,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update hospital set idle_minutes = ${minutes}, updated_at = ${now} where id = ${hospitalId}`);
}
