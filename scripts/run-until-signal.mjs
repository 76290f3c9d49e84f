/** Runs a program until it ends or a signal arrives, which it forwards once. */
import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/**
 * The time in ms within which a repeated signal is ignored. A terminal and npm may both forward one
 * Ctrl-C, but the program must get only one signal.
 */
const SAME_WISH_WITHIN_MS = 500;

/**
 * Ends this process in the same way as the program ended.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, name: string }} options
 */
export function runUntilSignal(program, args, { env, name }) {
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: 'inherit',
    // The program has its own process group, so that it gets each signal only once, from this
    // process.
    detached: process.platform !== 'win32',
  });
  child.once('error', (error) => {
    console.error(`Could not run ${program}: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal) console.error(`${name} was ended by ${signal}.`);
    process.exit(code ?? 1);
  });

  let lastPassedOn = 0;
  /** @param {NodeJS.Signals} signal */
  function passOn(signal) {
    if (Date.now() - lastPassedOn < SAME_WISH_WITHIN_MS) return;
    lastPassedOn = Date.now();
    child.kill(signal);
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => passOn(signal));
  }

  // npm sends SIGTERM only to the shell that runs this process, and the shell dies without forwarding it.
  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event']) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    passOn('SIGTERM');
  }, 250).unref();
}
