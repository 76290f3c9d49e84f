/**
 * All SQL on codes sent to phones. Each code belongs to one request for a code, which is called a
 * confirmation.
 */
import sql from 'sql-template-tag';
import { returning, select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const c = table('identity.phone_code', 'c');

export interface NewPhoneCode {
  readonly confirmationHash: string;
  readonly phoneHash: string;
  readonly codeHash: string;
  readonly expiresAt: Date;
}

export async function insertPhoneCode(tx: Queryable, code: NewPhoneCode): Promise<void> {
  await tx.run(sql`
    insert into identity.phone_code (confirmation_hash, phone_hash, code_hash, expires_at)
    values (${code.confirmationHash}, ${code.phoneHash}, ${code.codeHash}, ${code.expiresAt})`);
}

/**
 * Counts an attempt before the code is checked. Returns the code's hash, or undefined if no attempt
 * is left.
 */
export async function countCodeTry(
  db: Queryable,
  { confirmationHash, phoneHash }: Pick<NewPhoneCode, 'confirmationHash' | 'phoneHash'>,
  now: Date,
): Promise<{ readonly codeHash: string; readonly tries: number } | undefined> {
  return db.maybeOne(returning({ codeHash: c.code_hash, tries: c.tries })`
    update identity.phone_code c set tries = c.tries + 1
    where c.confirmation_hash = ${confirmationHash} and c.phone_hash = ${phoneHash}
      and c.expires_at > ${now}`);
}

/**
 * Uses up the code and all other codes sent to the same phone. Of concurrent callers only one gets
 * true.
 */
export async function takeCode(
  tx: Queryable,
  { confirmationHash, phoneHash }: Pick<NewPhoneCode, 'confirmationHash' | 'phoneHash'>,
): Promise<boolean> {
  // The rows are locked in a fixed order, to avoid a deadlock between two requests that use up
  // codes.
  const open = await tx.many(select({ confirmationHash: c.confirmation_hash })`
    from identity.phone_code c
    where c.phone_hash = ${phoneHash} order by c.confirmation_hash for update`);
  if (!open.some((code) => code.confirmationHash === confirmationHash)) return false;
  await tx.run(sql`delete from identity.phone_code where phone_hash = ${phoneHash}`);
  return true;
}

/** Whether an account with this number has a session that began in this network. */
export async function hasPhoneSessionFrom(
  db: Queryable,
  phone: string,
  network: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from identity.session s join identity."user" u on u.id = s.user_id
    where u.phone_number = ${phone} and nullif(s.ip_address, '')::inet <<= ${network}::inet
    limit 1`);
  return row !== undefined;
}

export async function deleteEndedCodes(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.phone_code where expires_at < ${now}`);
}
