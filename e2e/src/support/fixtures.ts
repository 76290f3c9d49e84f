/**
 * The fixtures of every browser test: a server, a watched browser, and more browsers on request.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Account } from './api.ts';
import { watchRequests } from './clock.ts';
import { signIn } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { timeLeft } from './time-left.ts';
import { collectTrouble, type Trouble } from './trouble.ts';

interface WorkerParts {
  /** Whether the server's database starts with the demonstration data. */
  demo: boolean;
  /**
   * The time at which the server's clock starts, in ms since 1970; by default the current time. The
   * test can move the clock from there.
   */
  dayBegins: number | undefined;
  server: RunningServer;
}

interface TestParts {
  /** Skips the test if the time of the run is over. */
  timeLeft: boolean;
  /** Fails the test on an unexpected console message or network error. */
  trouble: Trouble;
  /**
   * Opens another person's browser, signed in when an account is given; `locale` is the device's
   * language (BCP 47), by default that of the test.
   */
  newBrowser: (account?: Account, locale?: string) => Promise<BrowserContext>;
}

export const test = base.extend<TestParts, WorkerParts>({
  timeLeft: [timeLeft, { auto: true }],
  demo: [true, { option: true, scope: 'worker' }],
  dayBegins: [undefined, { option: true, scope: 'worker' }],
  server: [
    async ({ demo, dayBegins }, provide) => {
      const ahead = dayBegins === undefined ? {} : { aheadMs: dayBegins - Date.now() };
      const server = await startServer({ demo, ...ahead });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server.origin);
  },
  trouble: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      const trouble = collectTrouble();
      await provide(trouble);
      expect(trouble.unexpected(), 'console and network').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, trouble }, provide) => {
    trouble.watch(context);
    watchRequests(context);
    waitForPages(context);
    await provide(context);
  },
  newBrowser: async (
    { browser, contextOptions, viewport, locale, timezoneId, server, trouble },
    provide,
  ) => {
    const opened: BrowserContext[] = [];
    await provide(async (account, ofDevice = locale) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        ...(ofDevice === undefined ? {} : { locale: ofDevice }),
        ...(timezoneId === undefined ? {} : { timezoneId }),
        baseURL: server.origin,
      });
      opened.push(context);
      trouble.watch(context);
      watchRequests(context);
      waitForPages(context);
      if (account) await signIn(context, account);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

/**
 * Waits for hydration of a prerendered page before the test goes on, because its buttons are
 * disabled until then. A test that looks earlier opens the page with `waitUntil: 'commit'`.
 */
function waitForPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = async (url, options) => {
      const answer = await goto.call(page, url, options);
      if (options?.waitUntil !== 'commit') await isTakenOver(page);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload.call(page, options);
      if (options?.waitUntil !== 'commit') await isTakenOver(page);
      return answer;
    };
  });
}

/** The longest time in ms until a page's code runs, on a machine that is busy with other tests. */
const takenOverMs = 60_000;

async function isTakenOver(page: Page): Promise<void> {
  const isDone = () => document.documentElement.dataset['drawn'] === undefined;
  await page.waitForFunction(isDone, undefined, { timeout: takenOverMs });
}

export { expect } from '@playwright/test';
