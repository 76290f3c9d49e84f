/**
 * `npm run shifts [reader] [page] [width]` opens every page on a simulated slow phone and on a slow
 * computer. Prints the layout shift, the requests and the size of each page, and what moved.
 */
import { runInBrowser } from '../e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/shifts.main.ts', process.argv.slice(2));
