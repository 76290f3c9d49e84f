/** One PostgreSQL server for a run of tests, with a migrated template database to copy. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedAccounts, prepareAccounts } from '../platform/database/database-accounts.ts';
import {
  type PostgresAddress,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import {
  findRunningServer,
  isAlive,
  waitUntilGone,
} from '../platform/embedded-postgres/embedded-postgres-process.ts';
import { grantRights } from '../platform/database/grants.ts';
import { migrate } from '../platform/database/migrate.ts';

export interface TestPostgres {
  /** The server's superuser, with the migrated template as its database: copy it, never connect to it. */
  readonly template: PostgresAddress;
  readonly stop: () => Promise<void>;
}

/** How the names of folders of a test run begin, with the process that makes them. */
const folderPrefix = 'baari-test-';
const dataFolder = 'postgres';

/** Starts it in a temporary folder that `stop` removes; its data would not survive a power cut. */
export async function startTestPostgres(): Promise<TestPostgres> {
  await removeAbandoned();
  const folder = makeTestFolder();
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, dataFolder),
    log: () => undefined,
    isDurable: false,
  });
  async function stop(): Promise<void> {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await migrateTemplate(server.address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { template: server.address, stop };
}

/** As a start does: the owner migrates, the application's account gets the rights it needs. */
export async function migrateTemplate(superuser: PostgresAddress): Promise<void> {
  const accounts = embeddedAccounts(superuser);
  await prepareAccounts(superuser, accounts);
  const owner = new pg.Client(accounts.owner);
  await owner.connect();
  try {
    await migrate(owner, {});
    await grantRights(owner, accounts.running.user, true);
  } finally {
    await owner.end();
  }
}

/** A temporary folder, which a later run removes where this one is killed. */
export function makeTestFolder(): string {
  return mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
}

/** A run that was killed could not stop its server: the next run does. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    const maker = Number.parseInt(name.slice(folderPrefix.length), 10);
    const found = statSync(folder, { throwIfNoEntry: false });
    // A folder that names no maker is not known to be abandoned.
    if (Number.isNaN(maker) || isAlive(maker)) continue;
    if (found?.uid !== process.getuid?.()) continue;
    const server = findRunningServer(join(folder, dataFolder));
    if (server) {
      process.kill(server.pid, 'SIGQUIT');
      await waitUntilGone(server.pid, 10_000);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
