/** The browser tests: real server, real database, Debian's Chromium. `npm run test:e2e` runs them. */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { componentsOf, journeysOf, partAsked } from '../scripts/test-runs/parts.mjs';

const isRoot = process.getuid?.() === 0;
/** `npm run pictures` runs what takes the README's pictures instead of the tests. */
const takesPictures = process.env['BAARI_PICTURES'] === '1';
/** Without the demonstration, at another time, or in other languages. */
const otherServers = [
  'account-safety',
  'day-of-states',
  'hospital-day',
  'journey',
  'made-languages',
  'people',
].map((name) => `**/${name}.test.ts`);
/** The shell that runs the others has no way to show a notification. */
const notifying = ['**/notifications.test.ts'];
const part = partAsked();
const folder = join(import.meta.dirname, 'src');
const looking = globSync('**/*.test.ts', { cwd: folder })
  .filter((file) => /\bexpectSound/u.test(readFileSync(join(folder, file), 'utf8')))
  .map((file) => file.replaceAll('\\', '/'));
const journeys = journeysOf(part, looking);
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  // Each worker has a server, a database and a browser of its own. Two for each processor: for half of its
  // time a journey waits, for what fades, for what comes live, for what the server has to write to disk.
  workers: 2 * Math.max(2, availableParallelism()),
  // Generous: these machines are shared, and a pause is no defect.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A second try would hide a race from the gate. Elsewhere the summary names what passes only then.
  retries: part === 'gate' ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  projects: takesPictures
    ? [{ name: 'pictures', testMatch: '**/pictures.setup.ts' }]
    : [
        // Those that need a server of another kind come first, one after the other: a worker that goes
        // from one kind to the other and back starts a server, a database and a browser each time. The
        // longest of all is among them, so that nobody waits for it in the end.
        { name: 'journeys-of-their-own', testMatch: otherServers, ...journeys },
        {
          name: 'journeys-with-notifications',
          testMatch: notifying,
          ...journeys,
          use: { launchOptions: launched(process.env['WHOLE_CHROMIUM_PATH'] ?? chromium) },
        },
        {
          name: 'journeys',
          testMatch: '**/*.test.ts',
          testIgnore: ['**/components/*.test.ts', ...otherServers, ...notifying],
          ...journeys,
        },
        // One component at a time, on a stage of its own, without a server (web/stage). Last, as they are short:
        // while the last journeys end, no processor is idle.
        {
          name: 'components',
          testMatch: '**/components/*.test.ts',
          fullyParallel: true,
          ...componentsOf(part),
        },
      ],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    // What a worker fetches cannot be routed; its own tests allow it.
    contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: 'off',
    launchOptions: launched(chromium),
  },
});

function launched(executablePath: string) {
  return { executablePath, args: isRoot ? ['--no-sandbox'] : [] };
}
