/**
 * The server of `npm run dev`: restarts after each change of its files, in a process that has loaded its packages before
 * (server/src/dev.main.ts). This halves the start time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './project.mjs';

/** An editor saves several files at once, and one file in several steps. */
const settlesAfterMs = 100;
/** Kills a server that holds a request longer than this, because the developer waits for the change. */
const endsWithinMs = 5000;

/** Changes of these files restart the server. Texts do so through the files compiled from them. */
const watched: Readonly<Record<string, RegExp>> = {
  'server/src': /(?<!\.test)\.(?:ts|json)$/u,
  'server/migrations': /\.sql$/u,
  'server/questions': /\.json$/u,
  'contract/src': /(?<!\.test)\.ts$/u,
  texts: /\.md$/u,
};

export interface DevServerOptions {
  readonly say: (line: string) => void;
  /** The port on the loopback address. */
  readonly port: number;
  readonly publicUrl: string;
  /** Node flags such as --inspect. With a flag no process starts in advance, because both would use one port. */
  readonly options: readonly string[];
}

export interface DevServer {
  /** Ends the server and waits for it. */
  close(): Promise<void>;
}

/** Starts the server, and restarts it after each change until it is closed. A dead server waits for the next change. */
export function serveChanges({ say, port, publicUrl, options }: DevServerOptions): DevServer {
  let running: ChildProcess | undefined;
  let prepared: ChildProcess | undefined;
  let isClosed = false;
  let settling: NodeJS.Timeout | undefined;
  let work = start();
  const watchers = Object.entries(watched).map(([folder, pattern]) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !pattern.test(name)) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        work = work.then(startAgain);
      }, settlesAfterMs);
    }),
  );

  function prepare(): ChildProcess {
    return spawn(process.execPath, [...options, join(root, 'server/src/dev.main.ts')], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: publicUrl },
    });
  }

  async function start(): Promise<void> {
    if (isClosed) return;
    const server = prepared ?? prepare();
    prepared = undefined;
    running = server;
    server.once('exit', (code, signal) => {
      if (running !== server || isClosed) return;
      say(`The server ended (${signal ?? code}); the next change starts it again.`);
    });
    server.send('start');
    if (options.length === 0) void prepareLater(server);
  }

  /** Only once the new server serves: two starts at once would slow each other. */
  async function prepareLater(server: ChildProcess): Promise<void> {
    while (isAlive(server) && !(await serves())) await sleep(200);
    if (isAlive(server) && running === server && !isClosed) prepared ??= prepare();
  }

  async function serves(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
    } catch {
      return false;
    }
  }

  async function startAgain(): Promise<void> {
    if (isClosed) return;
    say('Starting the server again …');
    const former = running;
    running = undefined;
    await end(former);
    await start();
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(settling);
      for (const watcher of watchers) watcher.close();
      await work;
      await Promise.all([end(running), end(prepared)]);
    },
  };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || !isAlive(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
  await ended;
  clearTimeout(killing);
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
