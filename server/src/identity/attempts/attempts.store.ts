/** All SQL on attempt counters, which all processes share through the database. */
import { createHash } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import { returning, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tries } from './attempts.rules.ts';

const known = table('identity.attempt', 'known');
const counter = { key: known.key, tries: known.tries, windowEndsAt: known.window_ends_at };

/**
 * Counts one attempt for each key, before it is decided whether the attempt is allowed. Returns the
 * new values of the counters.
 */
export async function countTries(
  db: Queryable,
  keys: readonly string[],
  now: Date,
  windowEndsAt: Date,
): Promise<Tries[]> {
  // The counters are locked in a fixed order, which avoids a deadlock between two requests.
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

/**
 * How long a one-time action, such as the use of an authenticator code, is remembered. It is longer
 * than such a code is valid.
 */
const rememberedMs = 10 * 60_000;

/**
 * Whether the action with this key happens for the first time. Of concurrent calls only one gets
 * true.
 */
export async function isFirstTry(db: Queryable, key: string, now: Date): Promise<boolean> {
  const [counted] = await countTries(db, [key], now, new Date(now.getTime() + rememberedMs));
  return counted?.tries === 1;
}

/** Subtracts attempts that do not count after all from their counters. */
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

/** Hashes the key of a counter, so that the table contains no readable email or network address. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
