/** How many passkeys an account has. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from identity.passkey where user_id = ${userId}`);
  return row.count;
}
