/**
 * Forward-only migrations: each SQL file of server/migrations runs once, in name order, while processes of
 * the previous release go on working. CONTRIBUTING.md lists the kinds of files.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { listOlderVersions } from '../processes/process.store.ts';
import { version } from '../version.ts';
import { queryable } from './database.ts';
import { isForLater, kindOf, type Migration, readMigrations } from './migration-files.ts';
import {
  expand,
  type MigrationStep,
  runBackfill,
  runConcurrently,
  type Say,
} from './migration-kinds.ts';

/**
 * An arbitrary lock number that nothing else uses. With this lock, processes that start together
 * migrate one after the other.
 */
const migrationLock = 7_240_003;
const lockPollMs = 300;

/**
 * Functions that run with an expand migration, by the migration's name. Each function runs after
 * the migration's SQL, in the same transaction.
 */
export type MigrationSteps = Readonly<Record<string, MigrationStep>>;

export interface Migrated {
  readonly applied: readonly string[];
  /** Whether a newer version of Baari has already migrated the database further. */
  readonly isNewer: boolean;
}

export interface MigrateOptions {
  /**
   * Limits which migrations run. For a restore, only the migrations that existed when the backup
   * was made run.
   */
  readonly isWanted?: (name: string) => boolean;
  /** Receives progress messages about slow work. */
  readonly say?: Say;
  /** The folder of the migration files; tests use a folder of their own. */
  readonly folder?: URL;
  /** Whether files marked `.after.` need not wait for a day, because the operator asks for them. */
  readonly isAfterWanted?: boolean;
  /** The release that migrates; tests use one of their own. */
  readonly release?: string;
}

/**
 * Migrates the database to this version of Baari. Refuses to start if a migration file was edited
 * after it ran.
 */
export async function migrate(
  client: pg.ClientBase,
  steps: MigrationSteps,
  options: MigrateOptions = {},
): Promise<Migrated> {
  const { isWanted = () => true, say = () => undefined, folder } = options;
  const { isAfterWanted = false, release = version } = options;
  await takeTurn(client);
  try {
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const done = await appliedMigrations(client);
    const older = await listOlderVersions(queryable(client), release);
    const known = await readMigrations(folder);
    const wanted = known.filter(({ name }) => isWanted(name));
    const applied: string[] = [];
    for (const migration of pendingOf(done, wanted, {
      isAfterWanted,
      hasOlder: older.length > 0,
    })) {
      const { name } = migration;
      if (await apply(client, migration, steps[name], say)) applied.push(name);
    }
    const names = new Set(known.map(({ name }) => name));
    return { applied, isNewer: [...done.names.keys()].some((name) => !names.has(name)) };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

/**
 * Polls for the migration lock instead of waiting for it in a statement. `create index
 * concurrently` would wait for that statement to end.
 */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [migrationLock],
    );
    if (rows[0]?.taken === true) return;
    await sleep(lockPollMs);
  }
}

async function apply(
  client: pg.ClientBase,
  migration: Migration,
  step: MigrationStep | undefined,
  say: Say,
): Promise<boolean> {
  switch (kindOf(migration.name)) {
    case 'expand':
      return expand(client, migration, step, say);
    case 'concurrent':
      await runConcurrently(client, migration, say);
      return true;
    case 'backfill':
      await runBackfill(client, migration, say);
      return true;
  }
}

/** Whether any version of Baari has migrated this database. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.migration') is not null as found`,
  );
  return rows[0]?.found === true;
}

/**
 * The names of the pending migrations, in order; changes nothing. Those that the server works
 * without, marked `.after.`, are listed separately.
 */
export async function listPendingMigrations(
  client: pg.ClientBase,
  folder?: URL,
): Promise<{ needed: string[]; later: string[] }> {
  const done = (await isMigrated(client)) ? await appliedMigrations(client) : nothingDone;
  const pending = notDone(done, await readMigrations(folder)).map(({ name }) => name);
  return {
    needed: pending.filter((name) => !isForLater(name)),
    later: pending.filter(isForLater),
  };
}

interface Done {
  /** The checksums of the migrations that already ran, by migration name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether a migration ran within the last day, so that the operator may still go back to the previous release. */
  readonly isRecent: boolean;
}

const nothingDone: Done = { names: new Map(), isRecent: false };

interface AfterState {
  readonly isAfterWanted: boolean;
  /** Whether processes of an older release run. */
  readonly hasOlder: boolean;
}

/**
 * The migrations to apply now. A file marked `.after.` waits while processes of an older release
 * run. Unless the operator asks for it, it also waits until no other migration is pending and a day
 * has passed. In an empty database every file is applied at once.
 */
function pendingOf(
  done: Done,
  known: readonly Migration[],
  { isAfterWanted, hasOlder }: AfterState,
): Migration[] {
  const pending = notDone(done, known);
  if (done.names.size === 0) return pending;
  const now = pending.filter(({ name }) => !isForLater(name));
  const isTime = isAfterWanted || (now.length === 0 && !done.isRecent);
  return isTime && !hasOlder ? pending : now;
}

function notDone({ names }: Done, known: readonly Migration[]): Migration[] {
  return known.filter(({ name, checksum }) => {
    const before = names.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(`Migration ${name} was changed after it ran.`);
    }
    return before === undefined;
  });
}

async function appliedMigrations(client: pg.ClientBase): Promise<Done> {
  const { rows } = await client.query<{ name: string; checksum: string; is_recent: boolean }>(
    `select name, checksum, applied_at > now() - interval '1 day' as is_recent from migration`,
  );
  return {
    names: new Map(rows.map((row) => [row.name, row.checksum])),
    isRecent: rows.some((row) => row.is_recent && !isForLater(row.name)),
  };
}
