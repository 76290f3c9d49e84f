/** The browser tests: real server, real database, Debian's Chromium. `npm run test:e2e` runs them. */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { componentsOf, journeysOf, partAsked } from '../scripts/test-runs/parts.mjs';

const isRoot = process.getuid?.() === 0;
/** The pictures to take instead of running the tests, as `npm run pictures` does. */
const pictures = process.env['BAARI_PICTURES'];
const picturesIn = pictures === 'help' ? '**/help-pictures.setup.ts' : '**/pictures.setup.ts';
/**
 * Tests that need a server of their own: without the demonstration data, at another time, or in
 * other languages.
 */
const otherServers = [
  'account-safety',
  'day-of-states',
  'hospital-day',
  'journey',
  'made-languages',
  'people',
  'reminders',
].map((name) => `**/${name}.test.ts`);
/**
 * Tests of notifications. The headless shell that runs the other tests cannot show a notification.
 */
const notifying = ['**/notifications.test.ts'];
const part = partAsked();
const journeys = journeysOf(part);
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  // Each worker has its own server, database and browser. There are two workers for each processor,
  // because a test spends half of its time waiting for animations, live events or the disk.
  workers: 2 * Math.max(2, availableParallelism()),
  // The timeouts are generous, because other programs may slow the machine down for a while. The
  // long run has tests that keep all processors busy themselves.
  timeout: part === 'gate' ? 120_000 : 240_000,
  expect: { timeout: part === 'gate' ? 20_000 : 40_000 },
  // In `npm test`, a retry would hide a race condition. In other runs, the summary names tests that
  // pass only on retry.
  retries: part === 'gate' ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  projects: pictures
    ? [{ name: 'pictures', testMatch: picturesIn }]
    : [
        // Tests that need another kind of server run first, one after the other. A worker that
        // changes between kinds must start a new server, database and browser each time. The
        // longest test is among them, so that no worker waits for it at the end.
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
        // Component tests open one component at a time on a page of its own (web/playground),
        // without a server. They run last because they are short. Free workers run them while the
        // last browser tests end.
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
    // Playwright cannot intercept the requests of a service worker, so only the tests of the
    // service worker allow one.
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
