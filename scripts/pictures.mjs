/** `npm run pictures`: takes the pictures of the README anew, into docs/pictures/, from demo data. */
import { runBrowserTests } from './e2e.mjs';

try {
  process.exitCode = await runBrowserTests([], { BAARI_PICTURES: '1' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
