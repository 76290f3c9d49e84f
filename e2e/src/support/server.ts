/** A real server process with a fresh embedded database, for the length of a test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Move } from '../hospital-day/movable-server.main.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

const ownCheckout = fileURLToPath(new URL('../../..', import.meta.url));
const patientFile = new URL(
  '../../../server/src/testing/processes/patient-server.main.ts',
  import.meta.url,
).href;
const movableFile = new URL('../hospital-day/movable-server.main.ts', import.meta.url).href;
const startMs = 240_000;
const stopMs = 15_000;

export interface RunningServer {
  /** http://localhost:port, as in the links of its mails. */
  readonly origin: string;
  /** How far the server's clock is ahead of the real time, in ms. */
  readonly aheadMs: () => number;
  /**
   * Moves the server's clock to this many ms ahead of the real time. Only possible if the server's
   * clock was ahead at its start.
   */
  readonly moveTo: (aheadMs: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface ServerOptions {
  readonly demo: boolean;
  /** The server's port: a free one by default. Set where it must be known in advance. */
  readonly port?: number;
  /** Further environment variables, as an operator would set them. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The server's data folder. A given folder is kept, so that another server can start with it; by
   * default a new folder is made.
   */
  readonly dataDir?: string;
  /**
   * How far the server's clock is ahead of the real time at the start, in ms. The test can move the
   * clock later.
   */
  readonly aheadMs?: number;
  /** The folder of another built checkout, whose server is started instead. */
  readonly checkout?: string;
}

/** Starts a server and waits until it is ready. */
export async function startServer({
  demo,
  port: givenPort,
  settings = {},
  dataDir,
  aheadMs,
  checkout = ownCheckout,
}: ServerOptions): Promise<RunningServer> {
  const folder = dataDir ?? makeDataDir();
  const port = givenPort ?? (await freePort());
  const isMovable = aheadMs !== undefined;
  const options = [
    '--disable-warning=FSTDEP023',
    ...[patientFile, ...(isMovable ? [movableFile] : [])].flatMap((file) => ['--import', file]),
  ];
  const child = spawn(process.execPath, [...options, join(checkout, 'server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', ...(isMovable ? (['ipc'] as const) : [])],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: '',
      SMTP_URL: '',
      DATA_DIR: folder,
      DEMO: demo ? '1' : '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...(isMovable ? { BAARI_TIME_AHEAD_MS: String(aheadMs) } : {}),
      ...settings,
    },
  });
  const stopWithUs = () => child.kill('SIGTERM');
  process.once('exit', stopWithUs);
  async function stop(): Promise<void> {
    process.off('exit', stopWithUs);
    await end(child);
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  }
  try {
    await ready(child);
  } catch (failure) {
    await stop();
    throw failure;
  }
  let ahead = aheadMs ?? 0;
  return {
    origin: `http://localhost:${port}`,
    aheadMs: () => ahead,
    async moveTo(wanted) {
      ahead = wanted;
      await moveOn(child, { aheadMs: wanted });
    },
    stop,
  };
}

/** Moves the server's clock. Resolves when every timer that became due has fired. */
async function moveOn(child: ChildProcess, move: Move): Promise<void> {
  if (!child.connected) throw new Error('The server has no time that moves, or has ended.');
  const moved = once(child, 'message');
  child.send(move);
  await moved;
}

export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'baari-e2e-'));
  // If the test runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Resolves with the address when the server reports that it is ready. If it fails to start, the
 * error contains its output so far.
 */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`The server did not start:\n${said}`)),
      startMs,
    );
    function hear(chunk: Buffer): void {
      const text = chunk.toString();
      said += text;
      if (!said.includes('Baari is ready')) return;
      clearTimeout(timer);
      resolve();
    }
    child.stdout?.on('data', hear);
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      process.stderr.write(`[server] ${chunk.toString()}`);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with exit code ${code}:\n${said}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(timer);
}
