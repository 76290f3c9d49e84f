/** The database of this process: the server that DATABASE_URL names, or an embedded PostgreSQL. */
import { constants, existsSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from './config.ts';
import { migrationSteps, type StepsConfig } from './migration-steps.ts';
import {
  embeddedAccounts,
  findExcessRights,
  mayMigrate,
  prepareAccounts,
} from './platform/database/database-accounts.ts';
import { isStorageFull } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { grantRights } from './platform/database/grants.ts';
import {
  isMigrated,
  listPendingMigrations,
  migrate,
  type MigrateOptions,
  type MigrationSteps,
} from './platform/database/migrate.ts';
import { findTalkativeSettings } from './platform/embedded-postgres/quiet-log.ts';

export interface DatabaseServer {
  /** The connection of the application's account. */
  readonly connection: pg.ClientConfig;
  /**
   * The connection of the tables' owner; undefined if only the application's account is configured.
   */
  readonly owner: pg.ClientConfig | undefined;
  readonly isEmbedded: boolean;
  /** The data folder of an embedded database; undefined for any other. */
  readonly folder: string | undefined;
  close(): Promise<void>;
}

export interface StartedDatabase extends DatabaseServer {
  /**
   * Rights by which the application's database account could rewrite the audit trail; normally
   * empty.
   */
  readonly excessRights: readonly string[];
  /**
   * Settings by which the database server would write patient data into its log; normally empty.
   */
  readonly talkativeSettings: readonly string[];
  /** The migrations marked `.after.` that have not run yet; the server works without them. */
  readonly laterMigrations: readonly string[];
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'> &
  Partial<Pick<Config, 'postgresPrograms'>>;
type StartConfig = DatabaseConfig & StepsConfig;

type HowToMigrate = Pick<MigrateOptions, 'isAfterWanted'>;

interface MigrationWork extends HowToMigrate {
  readonly steps: MigrationSteps;
  readonly say: (line: string) => void;
}

/**
 * Starts or connects to the database, migrates it and sets the rights of the application's account;
 * `say` receives progress messages. Refuses accounts whose actual rights differ from their
 * configured purpose.
 */
export async function startDatabase(
  config: StartConfig,
  say: (line: string) => void,
  how: HowToMigrate = {},
): Promise<StartedDatabase> {
  const server = await openDatabaseServer(config, say);
  const running = new pg.Client(server.connection);
  try {
    await connect(running, 'DATABASE_URL');
    const steps = migrationSteps(config);
    const work = { ...how, steps, say };
    if (server.owner !== undefined) await migrateAsOwner(server.owner, running, work);
    else if (await mayMigrate(running)) await migrateAndSay(running, work);
    else await expectNoPending(running);
    const excessRights = await findExcessRights(running);
    if (server.owner !== undefined && excessRights.length > 0) throw tooMighty(excessRights);
    const talkativeSettings = await findTalkativeSettings(running);
    const { later: laterMigrations } = await listPendingMigrations(running);
    return { ...server, excessRights, talkativeSettings, laterMigrations };
  } catch (error) {
    await server.close();
    throw error;
  } finally {
    await running.end();
  }
}

/**
 * Connects to the database. If the server does not answer or refuses the account, the error names
 * the variable. A later attempt may succeed.
 */
async function connect(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.connect();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new Error(
      `${variable}: the database at ${client.host}:${client.port} does not answer, or refuses this account${code}`,
      { cause },
    );
  }
}

/**
 * Fails if the folder is not writable. The error names the configuration variable, because
 * restarting the server does not help. A full disk is not reported by this check.
 */
async function expectWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    if (!existsSync(join(dataDir, 'postgres'))) await access(dataDir, constants.W_OK);
  } catch (error) {
    if (
      isStorageFull(error) &&
      !(error instanceof Error && 'code' in error && error.code === 'EROFS')
    ) {
      throw error;
    }
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigError([`DATA_DIR: nothing can be written to ${dataDir}${code}`]);
  }
}

async function migrateAsOwner(
  address: pg.ClientConfig,
  running: pg.Client,
  work: MigrationWork,
): Promise<void> {
  const owner = new pg.Client(address);
  try {
    await connect(owner, 'DATABASE_OWNER_URL');
    await expectSameDatabase(owner, running);
    const { isNewer } = await migrateAndSay(owner, work);
    await grantRights(owner, running.user ?? '', !isNewer);
  } finally {
    await owner.end();
  }
}

async function migrateAndSay(
  client: pg.Client,
  { steps, say, ...how }: MigrationWork,
): Promise<{ isNewer: boolean }> {
  const { applied, isNewer } = await migrate(client, steps, { ...how, say });
  if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}`);
  return { isNewer };
}

async function expectSameDatabase(one: pg.Client, other: pg.Client): Promise<void> {
  const [owners, runnings] = await Promise.all([one, other].map(nameDatabase));
  if (owners === runnings) return;
  throw new ConfigError(['DATABASE_OWNER_URL: names another database than DATABASE_URL']);
}

async function nameDatabase(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select pg_postmaster_start_time() || ' ' || oid as name
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.name;
}

async function expectNoPending(running: pg.Client): Promise<void> {
  const { needed } = await listPendingMigrations(running);
  if (needed.length === 0) return;
  throw new ConfigError([
    `DATABASE_URL: this account may not migrate the database, and ${needed[0]} is pending. Run "npm run migrate" with DATABASE_OWNER_URL, or set that here too`,
  ]);
}

function tooMighty(excessRights: readonly string[]): ConfigError {
  return new ConfigError([
    `DATABASE_URL: beside DATABASE_OWNER_URL this account must not be able to rewrite the audit trail, but it ${excessRights.join(', ')}. docs/operations.md says how to make one`,
  ]);
}

/**
 * Refuses a data folder or database without an installation. So a command with a mistyped address
 * does not create a new installation.
 */
export async function expectInstalled({ databaseUrl, dataDir }: DatabaseConfig): Promise<void> {
  if (databaseUrl === undefined) {
    // Only existence is checked, because the data are in another folder if PostgreSQL's user cannot
    // reach this one.
    if (!existsSync(dataDir)) throw new ConfigError([`DATA_DIR: there is no ${dataDir}`]);
    return;
  }
  const client = new pg.Client(databaseUrl);
  try {
    await connect(client, 'DATABASE_URL');
    if (await isMigrated(client)) return;
  } finally {
    await client.end();
  }
  throw new ConfigError(['DATABASE_URL: this database holds nothing of Baari']);
}

/** Opens the database without migrating it: its tables may be missing or outdated. */
export async function openDatabaseServer(
  config: DatabaseConfig,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl !== undefined) {
    return {
      connection: { connectionString: databaseUrl },
      owner: databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl },
      isEmbedded: false,
      folder: undefined,
      close: () => Promise.resolve(),
    };
  }
  await expectWritable(config.dataDir);
  const embedded = await startEmbeddedPostgres({
    dataDir: `${config.dataDir}/postgres`,
    programsDir: config.postgresPrograms,
    log: say,
  });
  const accounts = embeddedAccounts(embedded.address);
  try {
    await prepareAccounts(embedded.address, accounts);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  return {
    connection: accounts.running,
    owner: accounts.owner,
    isEmbedded: true,
    folder: embedded.dataDir,
    close: embedded.close,
  };
}
