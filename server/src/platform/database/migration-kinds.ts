/**
 * Runs migrations of each kind while other processes use the database. A migration waits for a lock
 * for two seconds at most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Backfill,
  backfillsIn,
  lockedTables,
  type Migration,
  statementsIn,
} from './migration-files.ts';

export type Say = (line: string) => void;
export type MigrationStep = (client: pg.ClientBase) => Promise<void>;

/**
 * Migration runners of earlier releases hold this lock while they migrate, so each migration
 * transaction of this release takes it too.
 */
const formerLock = 7_240_001;

/**
 * How long a migration waits for a lock, in milliseconds. Other transactions queue behind it. Two
 * seconds is bearable for them, and long enough for PostgreSQL to cancel an autovacuum (after
 * `deadlock_timeout`, one second).
 */
const lockWaitMs = 2000;

/**
 * The longest time from the first lock to the last, in ms. It is shorter than `deadlock_timeout`, so that in a deadlock
 * the migration gives up and the application's transaction survives.
 */
const furtherLocksMs = 750;

const retryForMs = 10 * 60_000;
const longestPauseMs = 5000;
/** The duration in milliseconds after which running work is reported as slow. */
const slowMs = 10_000;

/** PostgreSQL's codes for lock timeout and deadlock. */
const lockedCodes = new Set(['55P03', '40P01']);

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && lockedCodes.has(error.code ?? '');
}

/**
 * Retries work that could not get its database locks, with growing random pauses. Gives up after
 * ten minutes.
 */
async function untilLocked(name: string, work: () => Promise<void>, say: Say): Promise<void> {
  const end = performance.now() + retryForMs;
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > end) {
        throw new Error(
          `Migration ${name} did not get its locks within ten minutes. Find the long transaction in pg_stat_activity, end it and start again.`,
          { cause: error },
        );
      }
      if (tries % 10 === 1) say(`Migration ${name} waits for a lock and tries again.`);
      const pause = Math.min(longestPauseMs, 200 * 1.5 ** tries);
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/**
 * Runs an expand migration in one transaction, after locking the tables of its header in name
 * order.
 */
export async function expand(
  client: pg.ClientBase,
  migration: Migration,
  step: MigrationStep | undefined,
  say: Say,
): Promise<boolean> {
  const tables = lockedTables(migration.text);
  const held: { refusedFor?: string } = {};
  let isApplied = false;
  await untilLocked(
    migration.name,
    async () => {
      // Waiting for the lock of a single table cannot cause a deadlock, and the wait cancels an
      // autovacuum of that table.
      if (held.refusedFor !== undefined) await waitForTable(client, held.refusedFor);
      delete held.refusedFor;
      isApplied = await inTransaction(client, async () => {
        await limitWait(client, lockWaitMs);
        await client.query('select pg_advisory_xact_lock($1)', [formerLock]);
        if (await isOnRecord(client, migration)) return false;
        await lockTables(client, tables, (table) => {
          held.refusedFor = table;
        });
        delete held.refusedFor;
        await client.query(migration.text);
        await step?.(client);
        await record(client, migration);
        return true;
      });
    },
    say,
  );
  return isApplied;
}

async function waitForTable(client: pg.ClientBase, table: string): Promise<void> {
  await inTransaction(client, async () => {
    await limitWait(client, lockWaitMs);
    await client.query(`lock table ${table} in access exclusive mode`);
  });
}

async function lockTables(
  client: pg.ClientBase,
  tables: readonly string[],
  wanted: (table: string) => void,
): Promise<void> {
  let end: number | undefined;
  for (const table of tables) {
    wanted(table);
    if (end !== undefined) {
      await limitWait(client, Math.max(1, Math.floor(end - performance.now())));
    }
    await client.query(`lock table ${table} in access exclusive mode`);
    end ??= performance.now() + furtherLocksMs;
  }
}

async function limitWait(client: pg.ClientBase, milliseconds: number): Promise<void> {
  await client.query(`set local lock_timeout = ${milliseconds}`);
}

/**
 * Runs the statements of a concurrent migration one by one, outside a transaction. A valid index is
 * kept; an invalid index is dropped and rebuilt. The wait has no time limit, because these locks
 * block nobody and a timeout would restart the build.
 */
export async function runConcurrently(
  client: pg.ClientBase,
  migration: Migration,
  say: Say,
): Promise<void> {
  for (const statement of statementsIn(migration.text)) {
    const index = /^create (?:unique )?index concurrently (\w+) /iu.exec(statement)?.[1];
    await untilLocked(
      migration.name,
      () =>
        sayingSlow(
          `Migration ${migration.name} is still at: ${statement.split('\n')[0]}`,
          say,
          () =>
            index === undefined ? run(client, statement) : buildIndex(client, index, statement),
        ),
      say,
    );
  }
  await record(client, migration);
}

/**
 * Reports work that takes long, for example because an open transaction such as a backup delays it.
 */
async function sayingSlow(what: string, say: Say, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(say, slowMs, what);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}

async function buildIndex(client: pg.ClientBase, index: string, statement: string): Promise<void> {
  const found = await isValid(client, index);
  if (found === true) return;
  if (found === false) await run(client, `drop index concurrently ${index}`);
  await run(client, statement);
  if ((await isValid(client, index)) !== true)
    throw new Error(
      `The index ${index} is not valid. Look for long transactions in pg_stat_activity and start again.`,
    );
}

/** Whether the index is valid; undefined if it does not exist. */
async function isValid(client: pg.ClientBase, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.valid;
}

async function run(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query(statement);
}

/**
 * How many rows of a backfill are changed per transaction. One transaction takes about a tenth of a
 * second, during which all live events wait.
 */
const rowsAtOnce = 200;
const pauseBetweenPassesMs = 100;

/**
 * Runs a backfill in short transactions with pauses. Rows that another transaction has locked are
 * left for the next pass, so a batch never waits for a lock. If the process is killed, the next run
 * continues with the remaining rows.
 */
export async function runBackfill(
  client: pg.ClientBase,
  migration: Migration,
  say: Say,
): Promise<void> {
  for (const backfill of backfillsIn(migration.text)) {
    const progress = progressOf(`Migration ${migration.name}: ${backfill.table}`, say);
    while (await hasMore(client, backfill)) {
      await fillOnce(client, backfill, progress);
      await sleep(pauseBetweenPassesMs);
    }
  }
  await record(client, migration);
}

/** Counts the rows that a backfill has finished and reports the number every ten seconds. */
function progressOf(what: string, say: Say): (rows: number) => void {
  let said = performance.now();
  let done = 0;
  return (rows) => {
    done += rows;
    if (performance.now() - said < slowMs) return;
    said = performance.now();
    say(`${what}, ${done} rows so far.`);
  };
}

/** Runs the backfill once over the table, in id order. */
async function fillOnce(
  client: pg.ClientBase,
  backfill: Backfill,
  progress: (rows: number) => void,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const start = performance.now();
    const ids = await fillBatch(client, backfill, after);
    after = ids.at(-1);
    if (after === undefined) return;
    progress(ids.length);
    await sleep((performance.now() - start) / 2);
  }
}

async function fillBatch(
  client: pg.ClientBase,
  { table, condition, statement }: Backfill,
  after: string | undefined,
): Promise<string[]> {
  return inTransaction(client, async () => {
    await limitWait(client, lockWaitMs);
    // Forces the primary key: without statistics of a new column the planner would sort the whole table for
    // each batch.
    await client.query('set local enable_seqscan = off');
    const from = after === undefined ? '' : 'id > $1 and';
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where ${from} (${condition})
       order by id limit ${rowsAtOnce} for no key update skip locked`,
      after === undefined ? [] : [after],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await client.query(statement, [ids]);
    const left = await client.query(
      `select from ${table} where id = any($1) and (${condition}) limit 1`,
      [ids],
    );
    if (left.rowCount !== 0) throw new Error(`A backfill of ${table} leaves rows as they were.`);
    return ids;
  });
}

async function hasMore(
  client: pg.ClientBase,
  { table, condition }: Pick<Backfill, 'table' | 'condition'>,
): Promise<boolean> {
  const left = await client.query(`select from ${table} where ${condition} limit 1`);
  return left.rowCount !== 0;
}

async function isOnRecord(client: pg.ClientBase, { name }: Migration): Promise<boolean> {
  const { rowCount } = await client.query('select from migration where name = $1', [name]);
  return rowCount !== 0;
}

async function record(client: pg.ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has already rolled the transaction back. The first error is the one to
    // report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
