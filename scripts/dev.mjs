/**
 * `npm run dev [-- --inspect]`: Baari while it is being worked on, at one address. The pages follow each
 * change at once, the server starts again after one; Ctrl-C ends all of it (scripts/dev.ts).
 */
import { ensureInstalled } from './install.mjs';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import { pinnedNode, root, toolEnvironment } from './project.mjs';
import { runUntilTold } from './until-told.mjs';
import { join } from 'node:path';

try {
  await ensureInstalled();
  await ensureTextsAreMade();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
runUntilTold(pinnedNode, [join(root, 'scripts/dev.ts'), ...process.argv.slice(2)], {
  env: toolEnvironment(),
  name: 'The development server',
});
