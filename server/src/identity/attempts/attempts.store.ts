/** Attempt counters, shared by all processes through the database. */
import { createHash } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import { returning, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tries } from './attempts.rules.ts';

const known = table('identity.attempt', 'known');
const counter = { key: known.key, tries: known.tries, windowEndsAt: known.window_ends_at };

/** Counts one attempt for each key, before anything is decided; answers the new values. */
export async function countTries(
  db: Queryable,
  keys: readonly string[],
  now: Date,
  windowEndsAt: Date,
): Promise<Tries[]> {
  // A fixed order avoids a deadlock between two requests.
  const byHash = new Map(keys.map((key) => [hashed(key), key]));
  const rows = [...byHash.keys()]
    .toSorted()
    .map((hash) => sql`(${hash}, 1, ${windowEndsAt}::timestamptz)`);
  const counted = await db.many(returning(counter)`
    insert into identity.attempt as known (key, tries, window_ends_at)
    values ${join(rows)}
    on conflict (key) do update set
      tries = case when known.window_ends_at <= ${now} then 1 else known.tries + 1 end,
      window_ends_at = case when known.window_ends_at <= ${now}
        then excluded.window_ends_at else known.window_ends_at end`);
  return counted.map((row) => ({ ...row, key: byHash.get(row.key) ?? row.key }));
}

/** How long a one-time action is remembered: longer than an authenticator code is valid. */
const rememberedMs = 10 * 60_000;

/** Whether this is the first time; of concurrent calls only one gets true. */
export async function isFirstTry(db: Queryable, key: string, now: Date): Promise<boolean> {
  const [counted] = await countTries(db, [key], now, new Date(now.getTime() + rememberedMs));
  return counted?.tries === 1;
}

/** Subtracts an attempt that did not count after all. */
export async function returnTries(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.run(sql`
    update identity.attempt set tries = greatest(tries - 1, 0)
    where key in (
      select key from identity.attempt where key = any(${keys.map(hashed)}) order by key for update)`);
}

export async function forgetTries(db: Queryable, key: string): Promise<void> {
  await db.run(sql`delete from identity.attempt where key = ${hashed(key)}`);
}

export async function deleteEndedWindows(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from identity.attempt where window_ends_at < ${now}`);
}

/** Hashed, so that the table contains no readable email or address. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
