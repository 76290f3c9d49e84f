/** Stores passkeys and the sessions made with them. */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { PasskeyAnswered } from '../provider/proof-scope.ts';

const k = table('identity.passkey', 'k');

export async function findPasskeyId(
  db: Queryable,
  credentialId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: k.id })`
    from identity.passkey k where k.credential_id = ${credentialId}`);
  return row?.id;
}

/**
 * Counts a use of a passkey that made no session. Returns undefined if the passkey belongs to
 * another account.
 */
export async function countPasskeyUse(
  tx: Queryable,
  userId: string,
  { credentialId, counter }: PasskeyAnswered,
): Promise<string | undefined> {
  const row = await tx.maybeOne(returning({ id: k.id })`
    update identity.passkey k set counter = ${counter}
    where k.credential_id = ${credentialId} and k.user_id = ${userId}`);
  return row?.id;
}

/**
 * Deletes a passkey and the sessions made with it, except the caller's, whose owner has just proved their
 * identity. Undefined if the account has no such passkey.
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
  return tx.maybeOne(returning({ name: k.name })`
    delete from identity.passkey k where k.id = ${id} and k.user_id = ${userId}`);
}

const passkey = { name: k.name, createdAt: k.created_at };
export type PasskeyRow = RowOf<typeof passkey>;

export function listPasskeysOf(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.many(select(passkey)`
    from identity.passkey k where k.user_id = ${userId} order by k.created_at, k.id`);
}

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const row = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from identity.passkey where user_id = ${userId}`);
  return row.count;
}
