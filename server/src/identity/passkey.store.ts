/** Passkeys, and the sessions that hang on them. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { PasskeyAnswered } from './proof-scope.ts';

export async function findPasskeyId(
  db: Queryable,
  credentialId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(
    sql`select id from identity.passkey where credential_id = ${credentialId}`,
  );
  return row?.id;
}

/** Counts a use that made no session; undefined for somebody else's. */
export async function countPasskeyUse(
  tx: Queryable,
  userId: string,
  { credentialId, counter }: PasskeyAnswered,
): Promise<string | undefined> {
  const row = await tx.maybeOne<{ id: string }>(sql`
    update identity.passkey set counter = ${counter}
    where credential_id = ${credentialId} and user_id = ${userId} returning id`);
  return row?.id;
}

/**
 * Removes one, and with it every session it made but the one that asks, whose owner has just shown who
 * they are; undefined when the account has no such.
 */
export async function deletePasskey(
  tx: Queryable,
  userId: string,
  id: string,
  askingSessionId: string,
): Promise<{ readonly name: string | null } | undefined> {
  await tx.run(sql`
    update identity.session set made_with_passkey = null
    where id = ${askingSessionId} and user_id = ${userId} and made_with_passkey = ${id}`);
  await tx.run(sql`
    update identity.session set second_factor = null
    where user_id = ${userId} and second_factor = 'passkey' and made_with_passkey is null
      and not exists (select from identity.passkey p
        where p.id = proved_with_passkey and p.id <> ${id})`);
  return tx.maybeOne<{ name: string | null }>(sql`
    delete from identity.passkey where id = ${id} and user_id = ${userId} returning name`);
}

export interface PasskeyRow {
  readonly name: string | null;
  readonly createdAt: Date;
}

export function listPasskeysOf(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.many<PasskeyRow>(sql`
    select name, created_at as "createdAt" from identity.passkey
    where user_id = ${userId} order by created_at, id`);
}

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from identity.passkey where user_id = ${userId}`);
  return row.count;
}
