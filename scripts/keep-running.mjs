/**
 * Runs the server and restarts it when it crashes, with a growing delay [KEEP-6]. Forwards each
 * signal to the server once. After an exit that a restart cannot repair, such as an invalid
 * setting, the server is not restarted. `npm start` and the container use this program. Runs on
 * Node 20 and later.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root } from './project.mjs';

/**
 * The time in ms within which a repeated signal is ignored. A terminal and npm may both forward one
 * Ctrl-C, but the server must get only one signal.
 */
const SAME_WISH_WITHIN_MS = 500;
/** The server's exit code for invalid settings (EX_CONFIG of sysexits.h). */
const CONFIGURATION_ERROR = 78;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/**
 * glibc keeps a memory pool per thread and returns little memory to the system. Two pools suffice,
 * and freed blocks of 128 kB or more are returned. Without fixed thresholds, glibc raises them
 * after the first freed file of some megabytes. Other systems ignore these variables.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/**
 * The running time in ms after which a server counts as healthy. If such a server crashes, it
 * restarts at once.
 */
const SOUND_AFTER_MS = 60_000;

/**
 * Runs the program and restarts it after a crash, until a stop signal arrives or the program cannot
 * start. Then ends this process with the program's exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function keepRunning(program, args, env) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  let isStopping = false;
  let lastPassedOn = 0;
  let waitMs = FIRST_WAIT_MS;

  function start() {
    waiting = undefined;
    const startedAt = Date.now();
    const child = spawn(program, args, {
      cwd: root,
      env: { ...serverMemory, ...env },
      stdio: 'inherit',
      // The server has its own process group, so that it gets each signal only once, from this
      // process.
      detached: process.platform !== 'win32',
    });
    server = child;
    child.once('error', (error) => {
      // For a running program, this error only means that a signal was not sent; its exit event comes later.
      if (child.pid !== undefined) return;
      server = undefined;
      if ('code' in error && ['ENOENT', 'EACCES'].includes(String(error.code))) {
        console.error(`Could not run ${program}: ${error.message}`);
        process.exit(1);
      }
      startLater(`The server could not be started (${error.message}).`);
    });
    child.once('exit', (code, signal) => {
      server = undefined;
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (isStopping || code === 0 || code === CONFIGURATION_ERROR) {
        if (signal) console.error(`The server ${how}.`);
        process.exit(code ?? 1);
      }
      if (Date.now() - startedAt > SOUND_AFTER_MS) waitMs = FIRST_WAIT_MS;
      startLater(`The server ${how}.`);
    });
  }

  /**
   * @param {string} why
   */
  function startLater(why) {
    if (isStopping) process.exit(1);
    console.error(`${why} Starting it again in ${waitMs / 1000} s.`);
    waiting = setTimeout(start, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  /**
   * @param {NodeJS.Signals} signal
   */
  function passOn(signal) {
    if (Date.now() - lastPassedOn < SAME_WISH_WITHIN_MS) return;
    lastPassedOn = Date.now();
    isStopping = true;
    if (waiting) process.exit(0);
    server?.kill(signal);
  }

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => passOn(signal));
  }
  // npm sends SIGTERM only to the shell that runs this process, and the shell dies without forwarding it.
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event']) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      passOn('SIGTERM');
    }, 250).unref();
  }
  start();
}

export const serverProgram = join(root, 'server/src/main.ts');

/**
 * Node flags of the server. They make Node collect short-lived objects earlier than by default, so
 * that the process uses less memory.
 */
export const serverFlags = ['--max-semi-space-size=8'];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
  keepRunning(node, [...serverFlags, serverProgram, ...process.argv.slice(2)], process.env);
}
