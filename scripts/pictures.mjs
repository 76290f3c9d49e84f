/**
 * `npm run pictures` renews the pictures of the README in docs/pictures/. `npm run pictures -- help`
 * draws the pictures of the help pages into server/help-pictures/. Both use demonstration data.
 */
import { runBrowserTests } from './e2e.mjs';

try {
  const [which = 'readme', ...args] = process.argv.slice(2);
  if (which !== 'readme' && which !== 'help') {
    throw new Error(
      `There are no pictures "${which}". Run npm run pictures, or npm run pictures -- help.`,
    );
  }
  process.exitCode = await runBrowserTests(args, { BAARI_PICTURES: which });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
