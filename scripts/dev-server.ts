/**
 * The server of `npm run dev`. It restarts after each change of its files, in a process that was
 * started beforehand. The new process loads the changed files while the former server ends
 * (server/src/dev.main.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

/**
 * How long to wait after a file change before the restart, in ms. An editor saves several files at
 * once, and one file in several steps.
 */
const settlesAfterMs = 100;
/**
 * The time in ms after which a server that has not ended is killed, because the developer waits for
 * the change.
 */
const endsWithinMs = 5000;

/**
 * The files whose changes restart the server. A changed text restarts it through the file that is
 * generated from the text.
 */
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
  /**
   * Node flags such as --inspect. With a flag no process is started beforehand, because both
   * processes would use the same port.
   */
  readonly options: readonly string[];
}

export interface DevServer {
  /** Ends the server and waits until it has ended. */
  close(): Promise<void>;
}

/**
 * Starts the server, and restarts it after each change until `close` is called. After a crash, the
 * next change starts it again.
 */
export function serveChanges({ say, port, publicUrl, options }: DevServerOptions): DevServer {
  let running: ChildProcess | undefined;
  let prepared: ChildProcess | undefined;
  let isClosed = false;
  let settling: NodeJS.Timeout | undefined;
  /**
   * The files changed since the last restart. The next server process, which was started
   * beforehand, may have loaded their old content and must reload them.
   */
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
    // The process may have ended while it loaded the changed files.
    if (!isAlive(server)) return sayEnded();
    server.once('exit', sayEnded);
    sendTo(server, 'start');
    if (options.length === 0) void prepareLater(server);
  }

  /**
   * Prepares the next server process only when the current server answers requests, because two
   * starting processes would slow each other.
   */
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
    // The next server loads its files while the former server ends. With --inspect it waits,
    // because both would use the same debugging port.
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

/**
 * Whether this file is loaded only as a module, so that it can be loaded again after a change.
 * Other files, such as texts and migrations, are also read by path and cached.
 */
function canLoadAgain(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.gen.ts') && !file.endsWith('dev.main.ts');
}

/**
 * Sends a message to a child process. If the child has just ended, the error is ignored, because
 * its exit is reported anyway.
 */
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
