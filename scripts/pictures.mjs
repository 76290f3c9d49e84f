/** `npm run pictures` renews the pictures of the README in docs/pictures/, from demonstration data. */
import { runBrowserTests } from './e2e.mjs';

try {
  process.exitCode = await runBrowserTests([], { BAARI_PICTURES: '1' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
