/** `npm run weight`: what the pages weigh on the wire, against their budgets, of the built product. */
import { runInBrowser } from './e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/weight.main.ts');
