/** `npm start`: installs and builds what is missing, then runs the server until it is told to stop. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureWebIsBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, root, toolEnvironment } from './project.mjs';

/** A terminal and npm may both pass on one Ctrl-C: the server must not take it for a second wish. */
const SAME_WISH_WITHIN_MS = 500;

try {
  await ensureInstalled();
  await ensureWebIsBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

console.log('Starting Baari …');
const server = spawn(pinnedNode, [join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: toolEnvironment(),
  stdio: 'inherit',
  // A process group of its own, so that each signal reaches it once: through us.
  detached: process.platform !== 'win32',
});
server.once('error', (error) => {
  console.error(`Could not run ${pinnedNode}: ${error.message}`);
  process.exit(1);
});
server.once('exit', (code, signal) => {
  if (signal) console.error(`The server was ended by ${signal}.`);
  process.exit(code ?? 1);
});

let lastPassedOn = 0;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => passOn(signal));
}

// npm hands a SIGTERM to the shell it runs us in, and that dies of it without telling us.
const parent = process.ppid;
if (process.env['npm_lifecycle_event']) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    passOn('SIGTERM');
  }, 250).unref();
}

/**
 * @param {NodeJS.Signals} signal
 */
function passOn(signal) {
  if (Date.now() - lastPassedOn < SAME_WISH_WITHIN_MS) return;
  lastPassedOn = Date.now();
  server.kill(signal);
}
