/**
 * `npm run paints [runs] [folder of another checkout]` measures four pages on a simulated slow
 * phone: the time until they show their content, and the number of their requests. With another
 * checkout, it measures both checkouts in the same run.
 */
import { runInBrowser } from '../e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/paints.main.ts', process.argv.slice(2));
