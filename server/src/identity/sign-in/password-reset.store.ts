/** Password reset links, and the effects of a new password on an account. */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const u = table('identity.user', 'u');
const r = table('identity.password_reset', 'r');
const c = table('identity.reset_cleanup', 'c');

const resetRecipient = { id: u.id, name: u.name, email: u.email };
export type ResetRecipient = RowOf<typeof resetRecipient>;

export async function findResetRecipient(
  db: Queryable,
  email: string,
): Promise<ResetRecipient | undefined> {
  return db.maybeOne(select(resetRecipient)`
    from identity."user" u where u.email = ${email}`);
}

export interface NewReset {
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

export async function insertReset(tx: Queryable, reset: NewReset): Promise<void> {
  await tx.run(sql`
    insert into identity.password_reset (token_hash, user_id, expires_at)
    values (${reset.tokenHash}, ${reset.userId}, ${reset.expiresAt})`);
}

/**
 * Whether the password reset link still works. This is checked before the costly password hash is
 * computed.
 */
export async function isResetOpen(db: Queryable, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity.password_reset where token_hash = ${tokenHash} and expires_at > ${now}`);
  return row !== undefined;
}

const takenReset = { userId: r.user_id, email: u.email };
export type TakenReset = RowOf<typeof takenReset>;

/**
 * Uses up the password reset link for one caller. Returns the link's account, or undefined if the
 * link no longer works.
 */
export async function takeReset(
  tx: Queryable,
  tokenHash: string,
  now: Date,
): Promise<TakenReset | undefined> {
  const row = await tx.maybeOne(returning(takenReset)`
    delete from identity.password_reset r using identity."user" u
    where r.token_hash = ${tokenHash} and r.expires_at > ${now} and u.id = r.user_id`);
  if (row === undefined) return undefined;
  await tx.run(sql`delete from identity.password_reset where user_id = ${row.userId}`);
  return row;
}

/**
 * Removes what a stranger may have set up on an account whose email was never verified. Deletes
 * every other way to sign in; the address then counts as verified.
 */
export async function takeOverUnverified(tx: Queryable, userId: string): Promise<void> {
  const taken = await tx.run(sql`
    update identity."user"
    set email_verified = true, two_factor_enabled = false, phone_number = null,
      phone_number_verified = false, updated_at = now()
    where id = ${userId} and not email_verified`);
  if (taken === 0) return;
  await tx.run(sql`delete from identity.account where user_id = ${userId}`);
  await tx.run(sql`delete from identity.passkey where user_id = ${userId}`);
  await tx.run(sql`delete from identity.two_factor where user_id = ${userId}`);
}

export async function setPassword(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.run(sql`
    insert into identity.account as known (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${hash})
    on conflict (provider_id, account_id) do update set
      password = excluded.password, updated_at = now()`);
}

/** Ends every session of an account and every sign-in that waits for its second step. */
export async function endEverySession(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`delete from identity.session where user_id = ${userId}`);
  await tx.run(sql`delete from identity.verification where value = ${userId}`);
}

export async function deleteEndedResets(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.password_reset where expires_at < ${now}`);
}

/** Stores a token that lets the person who set the password remove every other way to sign in. */
export async function insertCleanup(
  tx: Queryable,
  { tokenHash, userId, expiresAt }: NewReset,
): Promise<void> {
  await tx.run(sql`delete from identity.reset_cleanup where user_id = ${userId}`);
  await tx.run(sql`
    insert into identity.reset_cleanup (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, ${expiresAt})`);
}

/**
 * Uses up the token that allows removing the other ways to sign in. Returns its account, or
 * undefined if it no longer works.
 */
export async function takeCleanup(
  tx: Queryable,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx.maybeOne(returning({ userId: c.user_id })`
    delete from identity.reset_cleanup c
    where c.token_hash = ${tokenHash} and c.expires_at > ${now}`);
  return row?.userId;
}

export async function deleteEndedCleanups(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.reset_cleanup where expires_at < ${now}`);
}
