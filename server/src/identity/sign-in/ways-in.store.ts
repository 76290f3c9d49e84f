/** Ways to sign in and second factors besides the password. */
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { listPasskeysOf, type PasskeyRow } from './passkey.store.ts';

const isHospital = sql`a.provider_id like 'hospital-%'`;

const u = table('identity.user', 'u');

const waysIn = {
  hasTwoFactor: u.two_factor_enabled,
  phone: u.phone_number,
  hasGoogle: typed<boolean>(sql`
    exists (select from identity.account a
      where a.user_id = u.id and a.provider_id = 'google')`),
  hasHospitalSignIn: typed<boolean>(sql`
    exists (select from identity.account a where a.user_id = u.id and ${isHospital})`),
};
export interface WaysInRow extends RowOf<typeof waysIn> {
  readonly passkeys: readonly PasskeyRow[];
}

export async function getWaysIn(db: Queryable, userId: string): Promise<WaysInRow> {
  const row = await db.one(select(waysIn)`
    from identity."user" u where u.id = ${userId}`);
  return { ...row, passkeys: await listPasskeysOf(db, userId) };
}

/**
 * Removes an account's links to one provider. Returns 'only-way-in', and changes nothing, if the
 * owner would have no other way to sign in.
 */
export async function removeLinked(
  tx: Queryable,
  userId: string,
  provider: 'google' | 'hospital',
): Promise<'removed' | 'none' | 'only-way-in'> {
  const which: Sql = provider === 'google' ? sql`a.provider_id = 'google'` : isHospital;
  const ways = typed<number>(sql`
    ((select count(*) from identity.account a where a.user_id = u.id and not (${which}))
      + (select count(*) from identity.passkey p where p.user_id = u.id)
      + case when u.phone_number is null then 0 else 1 end)::int`);
  const others = await tx.one(select({ ways })`
    from identity."user" u where u.id = ${userId} for update`);
  const linked = await tx.maybeOne(
    sql`select 1 from identity.account a where a.user_id = ${userId} and ${which} limit 1`,
  );
  if (linked === undefined) return 'none';
  if (others.ways === 0) return 'only-way-in';
  await tx.run(sql`delete from identity.account a where a.user_id = ${userId} and ${which}`);
  return 'removed';
}

/** Deletes every way to sign in except the password. */
export async function removeWaysIn(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`delete from identity.passkey where user_id = ${userId}`);
  await tx.run(sql`
    delete from identity.account where user_id = ${userId} and provider_id <> 'credential'`);
  await tx.run(sql`
    update patient p set phone = null from identity."user" u
    where p.id = ${userId} and u.id = p.id and p.phone = u.phone_number`);
  await tx.run(sql`
    update identity."user" set phone_number = null, phone_number_verified = false,
      updated_at = now()
    where id = ${userId} and phone_number is not null`);
}
