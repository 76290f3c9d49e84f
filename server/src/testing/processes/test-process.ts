/** The real server as its own process on a test's database, so that it can be killed or run twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicUrl, secret } from '../identity-app.ts';
import type { TestDatabase } from '../test-database.ts';
import { makeTestFolder } from '../test-postgres.ts';
import { freePort } from './free-port.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const patientFile = new URL('patient-server.main.ts', import.meta.url).href;
const startMayTakeMs = 120_000;

export interface TestProcess {
  readonly origin: string;
  /** Ends the server process; returns its exit code, or null if the signal killed it. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

export interface TestProcessOptions {
  /** Command-line options for Node itself. */
  readonly options?: readonly string[];
  /** Further environment settings of an operator. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The limit of open files and connections; this process's own by default. */
  readonly openFiles?: number;
  /** Called with all output of the process. */
  readonly hear?: (text: string) => void;
}

/** Starts a server on a test's database and waits until it is ready. */
export async function startProcess(
  database: Pick<TestDatabase, 'url'>,
  options: TestProcessOptions = {},
): Promise<TestProcess> {
  const dataDir = makeTestFolder();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    // No server listens on this port, so no mail leaves a test.
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'error',
  };
  const started = await start({ ...settings, ...options.settings }, options);
  return {
    ...started,
    async end(signal) {
      const code = await started.end(signal);
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Starts a server with an embedded database under the folder; `hear` receives all output. */
export function startEmbedded(
  dataDir: string,
  hear: (text: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  return start({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'debug', ...settings }, { hear });
}

async function start(
  settings: Readonly<Record<string, string>>,
  { options: given = [], openFiles, hear }: TestProcessOptions,
): Promise<TestProcess> {
  const options = ['--import', patientFile, ...given];
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
  const { exitCode } = child;
  child.kill('SIGKILL');
  const what = exitCode === null ? 'did not become ready' : `ended with code ${exitCode}`;
  throw new Error(`The server process ${what}.`);
}
