/** What every browser test gets: a server, a browser that is listened to, and more of them on request. */
import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { Account } from './api.ts';
import { watchRequests } from './clock.ts';
import { signIn } from './people.ts';
import { type RunningServer, startServer } from './server.ts';
import { collectTrouble, type Trouble } from './trouble.ts';

interface WorkerParts {
  /** Whether the server's database starts with the demonstration. */
  demo: boolean;
  /** When the server's day begins, milliseconds since 1970, to be moved on from there; the present unless told. */
  dayBegins: number | undefined;
  server: RunningServer;
}

interface TestParts {
  /** Fails the test on what the console or the wire should not have said. */
  trouble: Trouble;
  /** Another person's browser, signed in when an account is given. */
  newBrowser: (account?: Account) => Promise<BrowserContext>;
}

export const test = base.extend<TestParts, WorkerParts>({
  demo: [true, { option: true, scope: 'worker' }],
  dayBegins: [undefined, { option: true, scope: 'worker' }],
  server: [
    async ({ demo, dayBegins }, provide) => {
      const ahead = dayBegins === undefined ? {} : { aheadMs: dayBegins - Date.now() };
      const server = await startServer({ demo, ...ahead });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server.origin);
  },
  trouble: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright is told that nothing is needed
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
    await provide(context);
  },
  newBrowser: async (
    { browser, contextOptions, viewport, locale, timezoneId, server, trouble },
    provide,
  ) => {
    const opened: BrowserContext[] = [];
    await provide(async (account) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        ...(locale === undefined ? {} : { locale }),
        ...(timezoneId === undefined ? {} : { timezoneId }),
        baseURL: server.origin,
      });
      opened.push(context);
      trouble.watch(context);
      watchRequests(context);
      if (account) await signIn(context, account);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect } from '@playwright/test';
