/** Renders one component in a real browser, without a server; web/playground defines the scenes. */
import { fileURLToPath } from 'node:url';
import type { Language } from '@baari/contract/languages.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { preview } from 'vite';
import { timeLeft } from '../support/time-left.ts';
import { collectTrouble, type Trouble } from '../support/trouble.ts';

const built = fileURLToPath(new URL('../../../web/.cache/playground', import.meta.url));
const root = fileURLToPath(new URL('../../../web/playground', import.meta.url));

interface TestParts {
  /** Skips the test if the time of the run is over. */
  timeLeft: boolean;
  /** Fails the test on an unexpected console message or network error. */
  trouble: Trouble;
  /** Shows a scene of the component playground, such as ui/Buttons. */
  show: (scene: string, language?: Language) => Promise<void>;
  /** The calls of the component's callbacks since the scene was shown, one string per call. */
  calls: () => Promise<string[]>;
}

interface WorkerParts {
  playgroundUrl: string;
}

/** What every page of staff asks first: which vital signs the hospital records. It records none. */
const noVitals = {
  path: '/hospitals/me/vitals',
  answer: { json: { settings: { asked: [], temperatureUnit: 'celsius', glucoseUnit: 'mg_dl' } } },
} as const;

/** What pages of staff ask for each patient: the hand-off notes of the visit. There are none. */
const noHandOffs = {
  path: /^\/queues\/[^/]+\/hand-offs$/u,
  route: /\/api\/queues\/[^/]+\/hand-offs$/u,
  answer: { json: { handOffs: [] } },
} as const;

/** What the console asks for each patient: the follow-up of the visit. There is none. */
const noFollowUp = {
  path: /^\/queues\/[^/]+\/follow-up$/u,
  route: /\/api\/queues\/[^/]+\/follow-up$/u,
  answer: { json: { followUp: null, version: 0, maySet: false } },
} as const;

/** What the desk asks for an opened row: the shared links of the visit. There are none. */
const noSharedLinks = {
  path: /^\/queues\/[^/]+\/shared-links$/u,
  route: /\/api\/queues\/[^/]+\/shared-links$/u,
  answer: { json: { links: [] } },
} as const;

export const test = base.extend<TestParts, WorkerParts>({
  timeLeft: [timeLeft, { auto: true }],
  playgroundUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
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
      await context.route(`**/api${noVitals.path}`, (route) => route.fulfill(noVitals.answer));
      await context.route(noFollowUp.route, (route) => route.fulfill(noFollowUp.answer));
      await context.route(noHandOffs.route, (route) => route.fulfill(noHandOffs.answer));
      await context.route(noSharedLinks.route, (route) => route.fulfill(noSharedLinks.answer));
      await provide(trouble);
      expect(trouble.unexpected(), 'console and network').toEqual([]);
    },
    { auto: true },
  ],
  show: async ({ page, playgroundUrl }, provide) => {
    await provide(async (scene, language = 'en') => {
      await page.goto(`${playgroundUrl}?scene=${scene}&language=${language}`);
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

/**
 * Mocks the API: answers requests to the given paths below /api, and refuses all other requests.
 */
export async function answerFor(
  page: Page,
  answers: Readonly<Record<string, Answer>>,
): Promise<Asked[]> {
  return answerBy(page, ({ path }) => answers[path]);
}

/** The mocked API response with which the server refuses a call. */
export function refused(code: string, status: number) {
  return { status, json: { error: code, details: code, code } };
}

/**
 * Mocks the API with the responses that a test file usually needs; `change` overrides some of them
 * in one test.
 */
export async function answerUsually(
  page: Page,
  usual: (asked: Asked) => Answer | undefined,
  change: (asked: Asked) => Answer | undefined = () => undefined,
): Promise<Asked[]> {
  return answerBy(page, (asked) => change(asked) ?? usual(asked));
}

/**
 * Mocks the API: a function computes the response to each request. A request for which it returns
 * undefined is refused.
 */
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
      if (path === '/identity/token')
        return route.fulfill({ json: { token: 'of-the-playground' } });
      const body: unknown = request.postDataJSON();
      const call = { method: request.method(), path, body };
      asked.push(call);
      const empty = path === noVitals.path ? noVitals.answer : undefined;
      const none = [noHandOffs, noFollowUp, noSharedLinks].find((each) =>
        each.path.test(path),
      )?.answer;
      const answer = answerTo(call) ?? empty ?? none;
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
