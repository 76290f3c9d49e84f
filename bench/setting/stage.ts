/**
 * Opens the server and database for a part of the benchmark: an embedded PostgreSQL in a temporary
 * folder with durable settings, and the real server in its own process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/database.ts';
import { serverFlags, serverMemory } from '../../scripts/keep-running.mjs';
import { toolEnvironment } from '../../scripts/project.mjs';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { type StartedDatabase, startDatabase } from '../../server/src/start-database.ts';
import { freePort } from '../../server/src/testing/processes/free-port.ts';

/**
 * The number of simultaneous HTTP requests of the benchmark's client. Also the number of database
 * connections for the bare SQL statements.
 */
export const concurrency = 8;

export type Pool = OpenDatabase['pool'];
type ConnectCallback = Parameters<Pool['connect']>[0];
export type PoolClient = NonNullable<Parameters<ConnectCallback>[1]>;
export type Connection = StartedDatabase['connection'];

export interface Stage {
  readonly connection: Connection;
  /**
   * The benchmark's own connections to the database. They have the same account and settings as the
   * server's connections.
   */
  readonly pool: Pool;
  /** Connections for work that the server's account may not do: truncate, vacuum, checkpoint. */
  readonly superuser: Pool;
  readonly server: ServerProcess;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly close: () => Promise<void>;
}

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly port: number;
}

export interface StageOptions {
  /** Node flags for the server's process, such as --cpu-prof. */
  readonly flags: readonly string[];
}

const open = new Set<Stage>();

/** Closes all open servers and databases when the benchmark is interrupted with Ctrl-C. */
export async function closeStages(): Promise<void> {
  for (const stage of open) await stage.close();
}

export async function openStage({ flags }: StageOptions): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baari-bench-'));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user
  const database = await startDatabase(embeddedIn(dataDir), () => undefined);
  const own = openDatabase({
    connection: database.connection,
    poolSize: concurrency,
    // PostgreSQL may end a connection that is being closed, so errors of idle connections are
    // ignored. If a connection in use is lost, its statement fails.
    onIdleError: () => undefined,
  });
  const superuser = await openSuperuser(dataDir);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  async function closeDatabase(): Promise<void> {
    await own.close();
    await superuser.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const server = await startServer({ port, publicUrl, dataDir, flags }).catch(async (error) => {
    await closeDatabase();
    throw error;
  });
  const stage: Stage = {
    connection: database.connection,
    pool: own.pool,
    superuser: superuser.pool,
    server: { process: server, port },
    publicUrl,
    dataDir,
    async close() {
      open.delete(stage);
      await stopProcess(server);
      await closeDatabase();
    },
  };
  open.add(stage);
  return stage;
}

/** The options with which `startDatabase` runs an embedded database in this folder. */
export function embeddedIn(dataDir: string) {
  const none = { databaseUrl: undefined, databaseOwnerUrl: undefined };
  return { ...none, dataDir, secrets: undefined, trailKeys: undefined };
}

/** Opens the superuser's connection to the embedded PostgreSQL of a data folder. */
export async function openSuperuser(dataDir: string): Promise<OpenDatabase> {
  const running = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    log: () => undefined,
  });
  const database = openDatabase({
    connection: running.address,
    poolSize: 1,
    onIdleError: () => undefined,
  });
  async function close(): Promise<void> {
    await database.close();
    // Every process that uses the embedded PostgreSQL restarts it when it dies. So it must be
    // closed here too.
    await running.close();
  }
  return { ...database, close };
}

interface ServerOptions {
  /** The checkout whose server is started; undefined for this checkout. */
  readonly root?: URL;
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly flags: readonly string[];
}

/** Starts the real server and waits until it reports that it is ready. */
export async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const root = options.root ?? new URL('../../', import.meta.url);
  const main = fileURLToPath(new URL('server/src/main.ts', root));
  const child = spawn(process.execPath, [...serverFlags, ...options.flags, main], {
    // The server has its own process group, so that Ctrl-C reaches only the benchmark, which then
    // stops the server.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(options.port),
      PUBLIC_URL: options.publicUrl,
      // The receivers of webhooks run in the bench's process.
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      DATA_DIR: options.dataDir,
      DEMO: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      // The memory settings of `npm start`.
      ...serverMemory,
      NODE_COMPILE_CACHE: toolEnvironment().NODE_COMPILE_CACHE,
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  while (!output.includes('Baari is ready')) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${output}`);
    await sleep(20);
  }
  return child;
}

/** Sends SIGTERM and waits until the process has ended. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
