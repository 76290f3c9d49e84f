/** Runs one migration of each kind beside processes that are at work: no lock is waited for longer than two seconds. */
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

/** Runners of releases before hold this one as long as they migrate, so each transaction takes it too. */
const formerLock = 7_240_001;

/**
 * Everybody who needs a table queues behind a lock that waits for it. Two seconds are short enough for them, and long
 * enough for PostgreSQL to cancel an autovacuum that is in the way (after `deadlock_timeout`, one second).
 */
const lockWaitMs = 2000;

/**
 * From the first table locked to the last. Less than `deadlock_timeout`, so that where a transaction of the
 * application and a migration wait for each other, the migration gives up before PostgreSQL ends the application's.
 */
const furtherLocksMs = 750;

const retryForMs = 10 * 60_000;
const longestPauseMs = 5000;
/** How long work goes on before it is mentioned. */
const slowMs = 10_000;

/** A lock that was not granted in time, and a deadlock. */
const lockedCodes = new Set(['55P03', '40P01']);

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && lockedCodes.has(error.code ?? '');
}

/** Repeats work that did not get its locks, after pauses that grow and vary; gives up after ten minutes. */
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

/** Runs an expand file in one transaction, with the tables of its header locked first, in the order of their names. */
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
      // Waiting for that table alone deadlocks with nobody, and cancels an autovacuum of it.
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
 * Runs the statements of a concurrent file one by one, outside a transaction. An index that is there and valid is
 * left alone; one that was left invalid is dropped and built again. These locks stand in nobody's way and building
 * waits for every older transaction, so the wait has no limit: each time it ran out the index would begin anew.
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

/** Says so where it takes long: a transaction that stays open, such as a backup, holds it up. */
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
  if ((await isValid(client, index)) !== true) throw new Error(`The index ${index} is not valid.`);
}

/** Undefined where there is no such index. */
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

/** Rows changed by one transaction: a tenth of a second or so, in which live events of all hospitals wait. */
const rowsAtOnce = 200;
const pauseBetweenPassesMs = 100;

/**
 * Runs a backfill in short transactions with pauses between them. Rows that somebody else holds are left for the next
 * pass, so a batch waits for no lock while it holds others. Started again after a kill, it finds only what is left.
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

/** Hears how many more rows are done; says so every ten seconds. */
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

/** One pass over the table, in the order of ids. */
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
    // By the primary key: of a new column the planner knows nothing, and would sort the whole table for each batch.
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
    // A connection that is gone has rolled back; what failed first is what matters.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
