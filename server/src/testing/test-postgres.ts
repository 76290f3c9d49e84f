/** One PostgreSQL server for a test run, with a migrated template database to copy. */
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
  /**
   * The server's superuser with the template as its database. Copy that database, but never connect to it.
   */
  readonly template: PostgresAddress;
  readonly stop: () => Promise<void>;
}

/** The prefix of a test run's folders; the process id follows. */
const folderPrefix = 'baari-test-';
const dataFolder = 'postgres';

/**
 * Starts a PostgreSQL server in a temporary folder that `stop` removes; its data are not durable.
 */
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

/**
 * Migrates the template database as a server's start does: the owner migrates, and the
 * application's account gets its rights.
 */
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

/** Makes a temporary folder. If this test run is killed, a later run removes the folder. */
export function makeTestFolder(): string {
  return mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
}

/** Stops the servers of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = join(tmpdir(), name);
    const maker = Number.parseInt(name.slice(folderPrefix.length), 10);
    const found = statSync(folder, { throwIfNoEntry: false });
    // A folder without a process id may belong to a running test.
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
