/** The real server as a process of its own, on a test's database: to be killed, and to be two. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { publicUrl, secret } from './identity-app.ts';
import type { TestDatabase } from './test-database.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const startMayTakeMs = 60_000;

export interface TestProcess {
  readonly origin: string;
  /** Ends it; resolves with its exit code, null when the signal killed it. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

export interface TestProcessOptions {
  /** Of Node itself. */
  readonly options?: readonly string[];
  /** What an operator would set in the environment besides. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How many files and connections the system lets it have open; as many as we may unless told. */
  readonly openFiles?: number;
  /** Given all that it says. */
  readonly hear?: (text: string) => void;
}

/** Starts one on a test's database and waits until it is ready. */
export function startProcess(
  database: Pick<TestDatabase, 'url'>,
  options: TestProcessOptions = {},
): Promise<TestProcess> {
  const settings = {
    DATABASE_URL: database.url,
    // Nobody answers there: no mail leaves a test.
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
  };
  return start({ ...settings, ...options.settings }, options);
}

/** Starts one with an embedded database under the folder; `hear` is given all that it says. */
export function startEmbedded(dataDir: string, hear: (text: string) => void): Promise<TestProcess> {
  return start({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'debug' }, { hear });
}

async function start(
  settings: Readonly<Record<string, string>>,
  { options = [], openFiles, hear }: TestProcessOptions,
): Promise<TestProcess> {
  const port = await freePort();
  const command =
    openFiles === undefined
      ? [process.execPath, ...options, main]
      : [
          '/bin/sh',
          '-c',
          `ulimit -n ${openFiles}; exec "$@"`,
          'sh',
          process.execPath,
          ...options,
          main,
        ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      SECRET: secret,
      RATE_LIMIT: 'off',
      ...settings,
    },
    stdio: hear === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (chunk) => hear?.(String(chunk)));
  child.stderr?.on('data', (chunk) => hear?.(String(chunk)));
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(child, origin);
  return {
    origin,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + startMayTakeMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('The server process did not become ready.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
