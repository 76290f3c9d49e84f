/**
 * The server of `npm run dev`: restarts after each change of its files, in a process that was started before. This one
 * loads the changed files while the former server ends (server/src/dev.main.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
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
  /** Since the last restart, and so at least since the prepared process began to load. */
  const changed = new Set<string>();
  let work = start();
  const watchers = Object.entries(watched).map(([folder, pattern]) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !pattern.test(name)) return;
      changed.add(join(root, folder, name));
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
    const sayEnded = () => {
      if (running !== server || isClosed) return;
      say(
        `The server ended (${server.signalCode ?? server.exitCode}); the next change starts it again.`,
      );
    };
    // It may have ended while it loaded the changed files.
    if (!isAlive(server)) return sayEnded();
    server.once('exit', sayEnded);
    sendTo(server, 'start');
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
    // The next server loads while the former one ends, unless both would use one port of --inspect.
    if (options.length === 0) loadChanged();
    await end(former);
    await start();
  }

  function loadChanged(): void {
    const files = [...changed];
    changed.clear();
    if (prepared !== undefined && isAlive(prepared) && files.every(canLoadAgain)) {
      sendTo(
        prepared,
        files.map((file) => pathToFileURL(file).href),
      );
      return;
    }
    prepared?.kill('SIGKILL');
    prepared = prepare();
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

/** Whether a module alone has this file; texts, migrations and the like are also read by path and kept. */
function canLoadAgain(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.gen.ts') && !file.endsWith('dev.main.ts');
}

/** A child that has just ended cannot be told; its exit is reported anyway. */
function sendTo(child: ChildProcess, what: 'start' | readonly string[]): void {
  child.send(typeof what === 'string' ? what : [...what], () => undefined);
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
