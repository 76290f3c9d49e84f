/** Renders one component in a real browser, without a server; web/stage defines the scenes. */
import { fileURLToPath } from 'node:url';
import type { Language } from '@baari/contract/languages.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { preview } from 'vite';
import { collectTrouble, type Trouble } from '../support/trouble.ts';

const built = fileURLToPath(new URL('../../../web/.cache/stage', import.meta.url));
const root = fileURLToPath(new URL('../../../web/stage', import.meta.url));

interface TestParts {
  /** Fails the test on an unexpected console message or network error. */
  trouble: Trouble;
  /** Shows a scene, such as ui/Buttons. */
  show: (scene: string, language?: Language) => Promise<void>;
  /** The component's callback calls since the scene was shown, one per line. */
  calls: () => Promise<string[]>;
}

interface WorkerParts {
  stageUrl: string;
}

export const test = base.extend<TestParts, WorkerParts>({
  stageUrl: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright is told that nothing is needed
    async ({}, provide) => {
      const server = await preview({
        root,
        configFile: false,
        logLevel: 'silent',
        build: { outDir: built },
        preview: { host: '127.0.0.1', port: 0 },
      });
      await provide(server.resolvedUrls?.local[0] ?? '');
      await server.close();
    },
    { scope: 'worker' },
  ],
  trouble: [
    async ({ context }, provide) => {
      const trouble = collectTrouble();
      trouble.watch(context);
      await provide(trouble);
      expect(trouble.unexpected(), 'console and network').toEqual([]);
    },
    { auto: true },
  ],
  show: async ({ page, stageUrl }, provide) => {
    await provide(async (scene, language = 'en') => {
      await page.goto(`${stageUrl}?scene=${scene}&language=${language}`);
      await page.locator('main > :nth-child(2)').first().waitFor();
    });
  },
  calls: async ({ page }, provide) => {
    await provide(() =>
      page.evaluate(() => {
        const lines: unknown = Reflect.get(window, 'calls');
        return Array.isArray(lines) ? lines.map(String) : [];
      }),
    );
  },
});

/** A request as the mock server received it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Answer {
  readonly status?: number;
  readonly json: object;
}

/** Mocks the API: answers the given paths below /api and refuses all others. */
export async function answerFor(
  page: Page,
  answers: Readonly<Record<string, Answer>>,
): Promise<Asked[]> {
  return answerBy(page, ({ path }) => answers[path]);
}

/** Mocks the API with a function of the request; undefined refuses it. */
export async function answerBy(
  page: Page,
  answerTo: (asked: Asked) => Answer | undefined,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    async (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.slice('/api'.length);
      if (path === '/identity/token') return route.fulfill({ json: { token: 'of-the-stage' } });
      const body: unknown = request.postDataJSON();
      const call = { method: request.method(), path, body };
      asked.push(call);
      const answer = answerTo(call);
      if (answer === undefined) {
        const json = { error: 'Not found.', details: 'Not found.', code: 'not_found' };
        return route.fulfill({ status: 404, json });
      }
      return route.fulfill(answer);
    },
  );
  return asked;
}

export { expect } from '@playwright/test';
