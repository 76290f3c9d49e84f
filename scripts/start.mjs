/** `npm start` installs missing packages, builds missing pages, then runs the server until a stop signal arrives. */
import { ensureWebIsBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';
import { keepRunning, serverFlags, serverProgram } from './keep-running.mjs';
import { pinnedNode, toolEnvironment } from './project.mjs';

try {
  await ensureInstalled();
  await ensureWebIsBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

console.log('Starting Baari …');
keepRunning(
  pinnedNode,
  [...serverFlags, serverProgram, ...process.argv.slice(2)],
  toolEnvironment(),
);
