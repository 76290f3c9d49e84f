/** Forward-only migrations: the SQL files of server/migrations, each run once, in order of name. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const migrationsFolder = new URL('../../migrations/', import.meta.url);

/** Any number that nothing else locks; two processes starting at once migrate one after the other. */
const migrationLock = 7_240_001;

/** By the name of a migration: run after its SQL, in its transaction. */
export type MigrationSteps = Readonly<Record<string, (client: pg.ClientBase) => Promise<void>>>;

export interface Migrated {
  readonly applied: readonly string[];
  /** Whether a newer version of Baari has migrated it further than this one knows. */
  readonly isNewer: boolean;
}

/**
 * Brings the database up to date; refuses to start on a migration that was edited after it ran. With
 * `isWanted`, only as far as those: a backup is read into tables as they were.
 */
export async function migrate(
  client: pg.ClientBase,
  steps: MigrationSteps,
  isWanted: (name: string) => boolean = () => true,
): Promise<Migrated> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(`
      create table if not exists migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const done = await appliedMigrations(client);
    const known = await readMigrations();
    const applied: string[] = [];
    for (const { name, text, checksum } of known) {
      if (!isWanted(name) || !isPending(done, { name, checksum })) continue;
      await apply(client, { name, text, checksum, step: steps[name] });
      applied.push(name);
    }
    const names = new Set(known.map(({ name }) => name));
    return { applied, isNewer: [...done.keys()].some((name) => !names.has(name)) };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

/** Whether any version of Baari has been here. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.migration') is not null as found`,
  );
  return rows[0]?.found === true;
}

/** The names of those that were not applied yet, in their order; changes nothing. */
export async function listPendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const done = (await isMigrated(client))
    ? await appliedMigrations(client)
    : new Map<string, string>();
  return (await readMigrations())
    .filter((migration) => isPending(done, migration))
    .map(({ name }) => name);
}

function isPending(
  done: ReadonlyMap<string, string>,
  { name, checksum }: { readonly name: string; readonly checksum: string },
): boolean {
  const before = done.get(name);
  if (before === undefined) return true;
  if (before !== checksum) throw new Error(`Migration ${name} was changed after it ran.`);
  return false;
}

async function appliedMigrations(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function readMigrations(): Promise<{ name: string; text: string; checksum: string }[]> {
  const names = (await readdir(migrationsFolder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, migrationsFolder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  readonly step: MigrationSteps[string] | undefined;
}

async function apply(
  client: pg.ClientBase,
  { name, text, checksum, step }: Migration,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await step?.(client);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
