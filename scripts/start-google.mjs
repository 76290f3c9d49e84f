/**
 * `npm run start:google` starts the demonstration with "Continue with Google". The button leads to
 * a local sign-in provider instead of Google (e2e/src/support/start-google.main.ts) [LOGIN-2].
 */
import { join } from 'node:path';
import { ensureWebIsBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, root, toolEnvironment } from './project.mjs';
import { runUntilSignal } from './run-until-signal.mjs';

try {
  await ensureInstalled();
  await ensureWebIsBuilt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
runUntilSignal(pinnedNode, [join(root, 'e2e/src/support/start-google.main.ts')], {
  env: toolEnvironment(),
  name: 'The demonstration',
});
