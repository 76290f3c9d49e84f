/** Stores message counters, which all processes share through the database. */
import { createHash } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import { returning, select, table } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import type { Counted } from './send-budget.rules.ts';

const s = table('send_count', 's');
const known = table('send_count', 'known');
const counter = { key: known.key, count: known.count, windowEndsAt: known.window_ends_at };

/**
 * Counts one message for each key, before it is decided whether the message is sent. Returns the
 * new values of the counters.
 */
export async function countMessage(
  db: Queryable,
  keys: readonly string[],
  now: Date,
  windowEndsAt: Date,
): Promise<Counted[]> {
  // Messages are counted in a fixed order of keys, which avoids a deadlock between two messages.
  const byHash = new Map(keys.map((key) => [hashed(key), key]));
  const rows = [...byHash.keys()]
    .toSorted()
    .map((hash) => sql`(${hash}, 1, ${windowEndsAt}::timestamptz)`);
  const counted = await db.many(returning(counter)`
    insert into send_count as known (key, count, window_ends_at)
    values ${join(rows)}
    on conflict (key) do update set
      count = case when known.window_ends_at <= ${now} then 1 else known.count + 1 end,
      window_ends_at = case when known.window_ends_at <= ${now}
        then excluded.window_ends_at else known.window_ends_at end`);
  return counted.map((row) => ({ ...row, key: byHash.get(row.key) ?? row.key }));
}

/** Subtracts a message that was not sent from its counters. */
export async function returnMessage(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.run(sql`
    update send_count set count = greatest(count - 1, 0)
    where key in (
      select key from send_count where key = any(${keys.map(hashed)}) order by key for update)`);
}

/** A counter's value in the current window; 0 if nothing was counted in it. */
export async function readCount(db: Queryable, key: string, now: Date): Promise<number> {
  const row = await db.maybeOne(select({ count: s.count })`
    from send_count s where s.key = ${hashed(key)} and s.window_ends_at > ${now}`);
  return row?.count ?? 0;
}

export async function deleteEndedCounts(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from send_count where window_ends_at < ${now}`);
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
