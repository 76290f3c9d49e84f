/**
 * `npm run weight` prints the compressed sizes of the built pages, beside the size limit of each
 * page.
 */
import { runInBrowser } from '../e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/weight.main.ts');
