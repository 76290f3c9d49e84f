/**
 * `npm run lighthouse [runs]` prints Lighthouse's scores for four pages of the built product: the
 * median of five runs, or of the given number.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInBrowser } from '../e2e.mjs';
import { machineEnvironment, root, run } from '../project.mjs';

/**
 * The version of Lighthouse. It is not a dependency, because it and its own dependencies are larger
 * than all others together.
 */
const version = '13.5.0';
const folder = join(root, '.cache/lighthouse');
const entry = join(folder, 'node_modules/lighthouse/core/index.js');

if (!existsSync(entry)) {
  console.log(`Installing Lighthouse ${version} into .cache (once) …`);
  const { code, output } = await run(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      `lighthouse@${version}`,
    ],
    { env: machineEnvironment(), isQuiet: true },
  );
  if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output}`);
}
process.exitCode = await runInBrowser('e2e/src/figures/lighthouse.main.ts', process.argv.slice(2), {
  LIGHTHOUSE: entry,
});
