/**
 * Forward-only migrations: the SQL files of server/migrations, each run once, in order of name, while processes of
 * the release before go on with their work. CONTRIBUTING.md names the kinds of files.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isForLater, kindOf, type Migration, readMigrations } from './migration-files.ts';
import {
  expand,
  type MigrationStep,
  runBackfill,
  runConcurrently,
  type Say,
} from './migration-kinds.ts';

/** Any number that nothing else locks; two processes starting at once migrate one after the other. */
const migrationLock = 7_240_003;
const lockPollMs = 300;

/** By the name of an expand migration: run after its SQL, in its transaction. */
export type MigrationSteps = Readonly<Record<string, MigrationStep>>;

export interface Migrated {
  readonly applied: readonly string[];
  /** Whether a newer version of Baari has migrated it further than this one knows. */
  readonly isNewer: boolean;
}

export interface MigrateOptions {
  /** Only these: a backup is read into tables as they were. */
  readonly isWanted?: (name: string) => boolean;
  /** Hears of what takes long. */
  readonly say?: Say;
  /** Where the files are; a test has its own. */
  readonly folder?: URL;
}

/** Brings the database up to date; refuses to start on a migration that was edited after it ran. */
export async function migrate(
  client: pg.ClientBase,
  steps: MigrationSteps,
  { isWanted = () => true, say = () => undefined, folder }: MigrateOptions = {},
): Promise<Migrated> {
  await takeTurn(client);
  try {
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const done = await appliedMigrations(client);
    const known = await readMigrations(folder);
    const wanted = known.filter(({ name }) => isWanted(name));
    const applied: string[] = [];
    for (const migration of pendingOf(done, wanted)) {
      const { name } = migration;
      if (await apply(client, migration, steps[name], say)) applied.push(name);
    }
    const names = new Set(known.map(({ name }) => name));
    return { applied, isNewer: [...done.names.keys()].some((name) => !names.has(name)) };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

/** Asks again and again: `create index concurrently` would wait for a statement that waits for the lock. */
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

/** Whether any version of Baari has been here. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.migration') is not null as found`,
  );
  return rows[0]?.found === true;
}

/** The names of those that a start would apply now, in their order; changes nothing. */
export async function listPendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const done = (await isMigrated(client)) ? await appliedMigrations(client) : nothingDone;
  return pendingOf(done, await readMigrations()).map(({ name }) => name);
}

interface Done {
  /** Their checksums, by name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether some were applied within a day, so that a process of the release before may still be at work. */
  readonly isRecent: boolean;
}

const nothingDone: Done = { names: new Map(), isRecent: false };

/**
 * Those to be applied now. Rolling out takes less than a day, so a file for later waits until no other is pending and
 * a day has passed since the last one; in an empty database it waits for nothing.
 */
function pendingOf({ names, isRecent }: Done, known: readonly Migration[]): Migration[] {
  const pending = known.filter(({ name, checksum }) => {
    const before = names.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(`Migration ${name} was changed after it ran.`);
    }
    return before === undefined;
  });
  const now = pending.filter(({ name }) => !isForLater(name));
  const isAlone = names.size === 0 || (now.length === 0 && !isRecent);
  return isAlone ? pending : now;
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
