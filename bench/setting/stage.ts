/**
 * Where a part of the bench plays: an embedded PostgreSQL on a temporary folder of its own, with
 * durable settings, and the real server on it in a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/database.ts';
import { serverFlags } from '../../scripts/keep-running.mjs';
import { toolEnvironment } from '../../scripts/project.mjs';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { type StartedDatabase, startDatabase } from '../../server/src/start-database.ts';

/** As many at once in the client, and as many connections in the bare reference. */
export const concurrency = 8;

export type Pool = OpenDatabase['pool'];
type ConnectCallback = Parameters<Pool['connect']>[0];
export type PoolClient = NonNullable<Parameters<ConnectCallback>[1]>;
export type Connection = StartedDatabase['connection'];

export interface Stage {
  readonly connection: Connection;
  /** The bench's own connections, of the same account, kind and settings as the server's. */
  readonly pool: Pool;
  /** For what the server's account may not do: emptying tables, vacuum, checkpoint. */
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
  /** Node's own flags for the server, such as --cpu-prof. */
  readonly flags: readonly string[];
}

const open = new Set<Stage>();

/** Closes whatever is open, for when somebody presses Ctrl-C. */
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
    // PostgreSQL may end a connection that is just being closed; one lost in use fails its statement.
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

/** What `startDatabase` is told of an embedded database. */
export function embeddedIn(dataDir: string) {
  const none = { databaseUrl: undefined, databaseOwnerUrl: undefined };
  return { ...none, dataDir, secrets: undefined, trailKeys: undefined };
}

/** The embedded PostgreSQL that runs in a data folder, as its superuser. */
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
    // Whoever joined a server brings it back when it goes, for as long as it is not closed here too.
    await running.close();
  }
  return { ...database, close };
}

interface ServerOptions {
  /** The checkout whose server it is; this one unless told. */
  readonly root?: URL;
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly flags: readonly string[];
}

/** Starts the real server and waits until it says that it is ready. */
export async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const root = options.root ?? new URL('../../', import.meta.url);
  const main = fileURLToPath(new URL('server/src/main.ts', root));
  const child = spawn(process.execPath, [...serverFlags, ...options.flags, main], {
    // A group of its own: Ctrl-C reaches the bench, which stops it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(options.port),
      PUBLIC_URL: options.publicUrl,
      DATA_DIR: options.dataDir,
      DEMO: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      // As `npm start` has them.
      MALLOC_ARENA_MAX: '2',
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

/** Asks it to end, and waits until it has. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A port on the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
