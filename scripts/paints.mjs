/**
 * `npm run paints [runs] [folder of another checkout]`: the time until four pages show their content on a slow phone, and
 * their requests; beside those of another checkout in the same run.
 */
import { runInBrowser } from './e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/paints.main.ts', process.argv.slice(2));
