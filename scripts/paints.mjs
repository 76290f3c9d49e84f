/**
 * `npm run paints [runs] [folder of another checkout]`: when four pages show what they are there for, on a
 * slow phone's processor and line, and what each asks for; beside those of another checkout in the same run.
 */
import { runInBrowser } from './e2e.mjs';

process.exitCode = await runInBrowser('e2e/src/figures/paints.main.ts', process.argv.slice(2));
