/** `npm run weight`: the compressed sizes of the built pages, beside their budgets. */
import { runInBrowser } from './e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/weight.main.ts');
