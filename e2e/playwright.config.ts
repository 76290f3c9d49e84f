/** The browser tests: real server, real database, Debian's Chromium. `npm run test:e2e` runs them. */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { componentsOf, journeysOf, partAsked } from '../scripts/test-runs/parts.mjs';

const isRoot = process.getuid?.() === 0;
/** With `npm run pictures`, the files that take the README's pictures run instead of the tests. */
const takesPictures = process.env['BAARI_PICTURES'] === '1';
/**
 * Tests that need their own server: without the demonstration, at another time, or in other languages.
 */
const otherServers = [
  'account-safety',
  'day-of-states',
  'hospital-day',
  'journey',
  'made-languages',
  'people',
].map((name) => `**/${name}.test.ts`);
/**
 * Tests of notifications. The headless shell that runs the other tests cannot show a notification.
 */
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
  // Each worker has its own server, database and browser. There are two workers for each processor, since a journey
  // waits half of its time: for animations, for live events, for the disk.
  workers: 2 * Math.max(2, availableParallelism()),
  // The timeout is generous, because the machines are shared and a pause is no defect.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // In the gate, a retry would hide a race condition. Elsewhere the summary names tests that pass only on retry.
  retries: part === 'gate' ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  projects: takesPictures
    ? [{ name: 'pictures', testMatch: '**/pictures.setup.ts' }]
    : [
        // Tests that need another kind of server come first, one after the other. A worker that changes between kinds
        // starts a server, a database and a browser each time. The longest test is among them, so that no worker waits
        // for it at the end.
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
        // Components are tested one at a time on their own stage (web/stage), without a server. They run last because
        // they are short, and fill the time in which the last journeys end.
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
    // Requests of a service worker cannot be intercepted, so only its own tests allow one.
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
