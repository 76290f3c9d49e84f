/** What protects an account, and what a hospital asks of its staff's accounts. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface SecurityRow {
  readonly hasPassword: boolean;
  readonly hasGoogle: boolean;
  readonly phone: string | null;
  readonly hasTwoFactor: boolean;
}

export async function getSecurity(db: Queryable, userId: string): Promise<SecurityRow> {
  return db.one<SecurityRow>(sql`
    select u.phone_number as phone, u.two_factor_enabled as "hasTwoFactor",
      exists (select 1 from identity.account a
        where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null)
        as "hasPassword",
      exists (select 1 from identity.account a
        where a.user_id = u.id and a.provider_id = 'google') as "hasGoogle"
    from identity."user" u where u.id = ${userId}`);
}

export async function doesRequireTwoFactor(db: Queryable, hospitalId: string): Promise<boolean> {
  const row = await db.one<{ isRequired: boolean }>(
    sql`select require_two_factor as "isRequired" from hospital where id = ${hospitalId}`,
  );
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
