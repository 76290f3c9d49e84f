/**
 * Runs an embedded PostgreSQL server as a child process on a private data folder, for installations
 * without a PostgreSQL of their own. Processes reach the server by a Unix socket in that folder, or
 * on Windows by loopback TCP with a password kept in the folder.
 *
 * The process that starts the server stops it. A second process on the same folder uses the running
 * server and leaves it running on exit. If the first process died without stopping the server, the
 * next process that joins stops it on exit. If the server dies, any of these processes restarts it
 * at the same address.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Account, accountFor, giveTo, runAs } from './embedded-postgres-account.ts';
import { type Binaries, findBinaries } from './embedded-postgres-binaries.ts';
import {
  environment,
  initialiseFolder,
  reachableFolder,
  readPassword,
  SUPERUSER,
} from './embedded-postgres-folder.ts';
import { keepLogSmall, LOG_FILE, openLog } from './embedded-postgres-log.ts';
import {
  codeOf,
  findRunningServer,
  isAlive,
  isStillRunning,
  nameOfProcess,
  type RunningServer,
  removeStaleLock,
  waitUntilGone,
} from './embedded-postgres-process.ts';
import { quietLog } from './quiet-log.ts';

export type PostgresAddress = {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string;
};

export type EmbeddedPostgres = {
  /** The connection options for `new Client()` and `new Pool()` of the package `pg`. */
  address: PostgresAddress;
  /** The actual data folder, which differs from the requested one if PostgreSQL's user cannot reach that. */
  dataDir: string;
  logFile: string;
  how: 'started' | 'joined';
  pid: () => number;
  /**
   * Stops the server with a fast shutdown if this process is responsible for it; otherwise leaves
   * it running. Close connection pools first.
   */
  close: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: (message: string) => void;
  /**
   * The program folder of an installed PostgreSQL, 17 or later; by default the programs that npm
   * installed are used.
   */
  programsDir?: string | undefined;
  /** Whether data must survive a crash. False makes the server faster; only tests use false. */
  isDurable?: boolean;
  /** Where PostgreSQL listens: by default TCP on Windows, a Unix socket elsewhere. */
  transport?: 'socket' | 'tcp';
  /** The parent folder for data and programs that PostgreSQL's user could not reach otherwise. */
  systemDataDir?: string;
  systemCacheDir?: string;
};

type Launch = {
  dataDir: string;
  account: Account | undefined;
  binaries: Binaries;
  transport: 'socket' | 'tcp';
  /**
   * The address at which the server listens. It is chosen once, so that a restarted server has the
   * same address.
   */
  place: { host: string; port: number };
  isDurable: boolean;
  log: (message: string) => void;
};

const DATABASE = 'baari';
const STARTER_FILE = 'baari-starter';
/**
 * The longest path of a Unix socket in bytes. The system field `sun_path` holds 104 bytes on macOS
 * and 108 on Linux, including the file's own name.
 */
const LONGEST_SOCKET_PATH = 100;
const START_MAY_TAKE_MS = 120_000;
const FAST_STOP_MAY_TAKE_MS = 20_000;
/**
 * How often this process checks whether a server that is not its child process still runs, in
 * milliseconds.
 */
const LOOK_EVERY_MS = 300;
const FIRST_RESTART_AFTER_MS = 200;
const LATER_RESTARTS_WAIT_AT_MOST_MS = 10_000;
/**
 * The running time in milliseconds after which a server counts as stable and its restart back-off
 * is reset.
 */
const SOUND_AFTER_MS = 60_000;

/**
 * Starts PostgreSQL on the data folder, or uses the server that already runs on it. Creates the
 * database `baari`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const launch = await prepare(options);
  const server = new OwnServer(launch);
  const how = await server.startOrJoin();
  const address = addressOf(launch.dataDir, server.running());
  await createDatabaseIfMissing(address);
  return {
    address,
    dataDir: launch.dataDir,
    logFile: join(launch.dataDir, LOG_FILE),
    how,
    pid: () => server.running().pid,
    close: () => server.close(),
  };
}

async function prepare(options: EmbeddedPostgresOptions): Promise<Launch> {
  const { log, isDurable = true } = options;
  const transport = options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket');
  const asked = resolve(options.dataDir);
  const account = accountFor(asked);
  const wanted = reachableFolder(asked, account, options.systemDataDir ?? '/var/lib/baari', log);
  const cacheDir = options.systemCacheDir ?? '/var/cache/baari';
  const binaries = findBinaries({ account, cacheDir, programsDir: options.programsDir, log });
  initialiseFolder(wanted, { account, binaries, isDurable, log });
  const dataDir = realpathSync(wanted);
  const place = await placeFor(dataDir, transport, account);
  return { dataDir, account, binaries, transport, place, isDurable, log };
}

async function placeFor(
  dataDir: string,
  transport: 'socket' | 'tcp',
  account: Account | undefined,
): Promise<Launch['place']> {
  if (transport === 'tcp') return { host: '127.0.0.1', port: await freePort() };
  return { host: socketFolder(dataDir, account), port: 5432 };
}

function socketFolder(dataDir: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(dataDir, '.s.PGSQL.5432.lock')) <= LONGEST_SOCKET_PATH) return dataDir;
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = `/tmp/baari-${mark}`;
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(account, folder);
  }
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.());
  if (!isOurs)
    throw new Error(`${folder} belongs to another user: remove it, or shorten ${dataDir}.`);
  chmodSync(folder, 0o700);
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') found(address.port);
        else failed(new Error('No free port on 127.0.0.1.'));
      });
    });
  });
}

/**
 * One PostgreSQL server on one data folder. This process either started and supervises the server,
 * or joined a running server.
 */
class OwnServer {
  readonly #launch: Launch;
  #child: ChildProcess | undefined;
  #running: RunningServer | undefined;
  #isOurs = false;
  #closing: Promise<void> | undefined;
  #looking: NodeJS.Timeout | undefined;
  #revival = Promise.resolve();
  #stopRotating: (() => void) | undefined;
  #startedAt = 0;
  #restartAfterMs = FIRST_RESTART_AFTER_MS;
  readonly #stopOnExit = () => this.#signal('SIGINT');

  constructor(launch: Launch) {
    this.#launch = launch;
  }

  running(): RunningServer {
    if (!this.#running) throw new Error('PostgreSQL is not running.');
    return this.#running;
  }

  async startOrJoin(): Promise<'started' | 'joined'> {
    const deadline = Date.now() + START_MAY_TAKE_MS;
    for (;;) {
      const how = await this.#attempt(deadline);
      if (how) return how;
      if (Date.now() > deadline) throw this.#failure('did not answer in time');
      await sleep(50);
    }
  }

  /**
   * Tries once to start or join a server; undefined if another process started or stopped it meanwhile, so that the
   * caller tries again.
   */
  async #attempt(deadline: number): Promise<'started' | 'joined' | undefined> {
    const found = findRunningServer(this.#launch.dataDir);
    if (found) return (await this.#join(found, deadline)) ? 'joined' : undefined;
    await removeStaleLock(this.#launch.dataDir);
    return (await this.#start(deadline)) ? 'started' : undefined;
  }

  async #join(found: RunningServer, deadline: number): Promise<boolean> {
    const isThere = () => findRunningServer(this.#launch.dataDir)?.pid === found.pid;
    if (!(await this.#waitUntilItAnswers(found, isThere, deadline))) return false;
    this.#watch(found);
    if (!isStillRunning(readStarter(this.#launch.dataDir))) this.#takeCharge();
    this.#launch.log(`Joined the PostgreSQL that already runs on ${this.#launch.dataDir}.`);
    return true;
  }

  async #start(deadline: number): Promise<boolean> {
    const { dataDir, binaries, account } = this.#launch;
    const logFile = join(dataDir, LOG_FILE);
    const { output, start: logStart } = openLog(dataDir);
    giveTo(account, logFile);
    let child: ChildProcess;
    try {
      child = spawn(binaries.postgres, settings(this.#launch), {
        ...runAs(account),
        ...environment(),
        stdio: ['ignore', output, output],
        // The server has its own process group, because Ctrl-C in a terminal must reach only Baari,
        // which stops the server last.
        detached: true,
        windowsHide: true,
      });
    } finally {
      closeSync(output);
    }
    const pid = await pidOf(child);
    const running = { pid, ...this.#launch.place };
    const isThere = () => child.exitCode === null && child.signalCode === null;
    if (!(await this.#waitUntilItAnswers(running, isThere, deadline))) {
      if (isThere()) child.kill('SIGQUIT');
      const said = readFileSync(logFile, 'utf8').slice(logStart);
      if (isLostRace(said)) return false;
      throw this.#failure(`did not start: ${lastLines(said)}`);
    }
    child.unref();
    this.#watch(running, child);
    this.#takeCharge();
    return true;
  }

  /** Detects the end of the server. A child process emits an event; any other server is polled. */
  #watch(running: RunningServer, child?: ChildProcess): void {
    clearInterval(this.#looking);
    this.#running = running;
    this.#child = child;
    this.#startedAt = Date.now();
    const notice = (why: string | number | null): void => {
      clearInterval(this.#looking);
      if (this.#running === running) this.#revival = this.#revive(why);
    };
    if (child !== undefined) {
      child.once('exit', (code, signal) => notice(signal ?? code));
      return;
    }
    this.#looking = setInterval(() => {
      if (!isAlive(running.pid)) notice('it is gone');
    }, LOOK_EVERY_MS).unref();
  }

  #takeCharge(): void {
    const file = join(this.#launch.dataDir, STARTER_FILE);
    writeFileSync(file, `${nameOfProcess(process.pid)}\n`, { mode: 0o600 });
    giveTo(this.#launch.account, file);
    if (!this.#isOurs) process.once('exit', this.#stopOnExit);
    this.#stopRotating ??= keepLogSmall(this.#launch.dataDir);
    this.#isOurs = true;
  }

  async #waitUntilItAnswers(
    running: RunningServer,
    isThere: () => boolean,
    deadline: number,
  ): Promise<boolean> {
    const address = { ...addressOf(this.#launch.dataDir, running), database: 'postgres' };
    while (isThere() && Date.now() < deadline) {
      if (await answers(address)) return true;
      await sleep(20);
    }
    return false;
  }

  async #revive(why: string | number | null): Promise<void> {
    // The back-off is reset before the retries, because a failed attempt says nothing about how
    // long the last server ran.
    if (Date.now() - this.#startedAt > SOUND_AFTER_MS)
      this.#restartAfterMs = FIRST_RESTART_AFTER_MS;
    await this.#startAgain(why);
  }

  async #startAgain(why: string | number | null): Promise<void> {
    if (this.#closing) return;
    this.#launch.log(`PostgreSQL stopped unexpectedly (${why}). Starting it again.`);
    await sleep(this.#restartAfterMs);
    this.#restartAfterMs = Math.min(this.#restartAfterMs * 2, LATER_RESTARTS_WAIT_AT_MOST_MS);
    if (this.#closing) return;
    try {
      await this.startOrJoin();
      this.#launch.log('PostgreSQL is running again.');
    } catch (error) {
      await this.#startAgain(error instanceof Error ? error.message : String(error));
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#looking);
    this.#stopRotating?.();
    // If the server is being restarted now, the restarted server must be stopped too.
    await this.#revival;
    process.removeListener('exit', this.#stopOnExit);
    if (!this.#isOurs || !this.#running) return;
    const { pid } = this.#running;
    if (findRunningServer(this.#launch.dataDir)?.pid !== pid) return;
    this.#child?.ref();
    this.#signal('SIGINT');
    if (await waitUntilGone(pid, FAST_STOP_MAY_TAKE_MS)) return;
    this.#launch.log(
      'PostgreSQL did not stop in time. Stopping it immediately; it recovers at the next start.',
    );
    this.#signal('SIGQUIT');
    if (await waitUntilGone(pid, FAST_STOP_MAY_TAKE_MS)) return;
    throw this.#failure('did not stop');
  }

  /** Sends the server a signal: SIGINT asks for a fast shutdown, SIGQUIT for an immediate one. */
  #signal(signal: 'SIGINT' | 'SIGQUIT'): void {
    if (!this.#running || !isAlive(this.#running.pid)) return;
    if (process.platform === 'win32') {
      const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
      const { dataDir, binaries } = this.#launch;
      spawnSync(binaries.pgCtl, ['stop', '-D', dataDir, '-m', mode, '-W']);
    } else {
      process.kill(this.#running.pid, signal);
    }
  }

  #failure(what: string): Error {
    const { dataDir } = this.#launch;
    return new Error(`PostgreSQL on ${dataDir} ${what} (its log: ${join(dataDir, LOG_FILE)}).`);
  }
}

function settings({ dataDir, transport, place, isDurable }: Launch): string[] {
  const onSocket = transport === 'socket';
  const values: Record<string, string> = {
    listen_addresses: onSocket ? '' : place.host,
    port: String(place.port),
    unix_socket_directories: onSocket ? `"${place.host.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
    // A non-durable server is shared by many test files, each with its own pools.
    max_connections: isDurable ? '100' : '300',
    fsync: isDurable ? 'on' : 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: isDurable ? 'on' : 'off',
    // Compresses full-page images in the write-ahead log. They are most of that log at a hospital's
    // write rate.
    wal_compression: 'on',
    // An idle open transaction would delay every live event stream.
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    jit: 'off',
    ...quietLog,
  };
  return [
    '-D',
    dataDir,
    ...Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((started, failed) => {
    child.once('error', (cause) => failed(new Error('PostgreSQL could not be run.', { cause })));
    child.once('spawn', () => {
      if (child.pid !== undefined) started(child.pid);
    });
  });
}

/**
 * Whether the output says that another server started, or is still stopping, between this process's
 * check and its start.
 */
function isLostRace(said: string): boolean {
  return (
    said.includes('lock file "postmaster.pid" already exists') ||
    said.includes('lock file "postmaster.pid" is empty') ||
    said.includes('pre-existing shared memory block')
  );
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join(' / ');
}

function readStarter(dataDir: string): string {
  const file = join(dataDir, STARTER_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
}

function addressOf(dataDir: string, { host, port }: RunningServer): PostgresAddress {
  return { host, port, user: SUPERUSER, database: DATABASE, password: readPassword(dataDir) };
}

async function answers(address: PostgresAddress): Promise<boolean> {
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
  // The server may die between two statements; the next check of the server detects that.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isNotYet(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Whether a retry may help after this connection error: no socket yet, not listening yet,
 * recovering, or all connections in use.
 */
function isNotYet(error: unknown): boolean {
  const code = codeOf(error);
  if (code && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300'].includes(code))
    return true;
  return error instanceof Error && /timeout|terminated/i.test(error.message);
}

async function createDatabaseIfMissing(address: PostgresAddress): Promise<void> {
  const client = new Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      address.database,
    ]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE "${address.database}"`);
  } catch (error) {
    // Race condition: another process created the database at the same moment.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  } finally {
    await client.end();
  }
}
