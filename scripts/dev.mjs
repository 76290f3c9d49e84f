/**
 * `npm run dev [-- --inspect]` serves the working copy at one address. Pages reload after each change, and the server
 * restarts; Ctrl-C ends everything (scripts/dev.ts).
 */
import { ensureInstalled } from './install.mjs';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { pinnedNode, root, toolEnvironment } from './project.mjs';
import { runUntilSignal } from './run-until-signal.mjs';
import { join } from 'node:path';

try {
  await ensureInstalled();
  await ensureTextsAreMade();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
runUntilSignal(pinnedNode, [join(root, 'scripts/dev.ts'), ...process.argv.slice(2)], {
  env: toolEnvironment(),
  name: 'The development server',
});
