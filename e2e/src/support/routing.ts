/** Mocked API answers that a healthy server would not give. */
import { helpAddressOf } from '@baari/contract/help-of-refusals.ts';
import { type RefusalCode, refusals } from '@baari/contract/refusals.ts';
import type { Page } from '@playwright/test';

/** An API call by method and path below /api; the query is ignored. */
export interface Call {
  readonly method: string;
  readonly path: RegExp;
}

/**
 * Mocks a refusal of the API call with this error code; the page must show the text in `details`.
 */
export async function refuse(
  page: Page,
  { method, path }: Call,
  code: RefusalCode,
  details?: string,
): Promise<void> {
  const { status, error } = refusals[code];
  const help = helpAddressOf(code);
  const headers = help === undefined ? {} : { link: `<${help}>; rel="help"` };
  await askItself(page);
  await page.route(apiPath(path), (route) =>
    route.request().method() === method
      ? route.fulfill({ status, headers, json: { error, details: details ?? error, code } })
      : route.fallback(),
  );
}

/**
 * Mocks a failure of the API call: a bare HTTP status, as a proxy would send. With `silence`, the
 * call gets no response.
 */
export async function fail(
  page: Page,
  { method, path }: Call,
  answered: number | 'silence',
): Promise<void> {
  await askItself(page);
  await page.route(apiPath(path), async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (answered !== 'silence') return route.fulfill({ status: answered, json: { error: 'No.' } });
  });
}

/** Mocks the API call: the page gets this body as the response. */
export async function answer(page: Page, { method, path }: Call, body: object): Promise<void> {
  await askItself(page);
  await page.route(apiPath(path), (route) =>
    route.request().method() === method ? route.fulfill({ json: body }) : route.fallback(),
  );
}

/** Delays the response to the API call until the returned function is called. */
export async function delay(page: Page, { method, path }: Call): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await askItself(page);
  await page.route(apiPath(path), async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.fallback();
  });
  return async () => {
    released.resolve();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
}

/** Serves the page without embedded API responses, so that the page requests each of them. */
async function askItself(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => !/^\/(?:api|assets)\//u.test(pathname),
    async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.fallback();
      const { 'sec-fetch-dest': _dest, ...headers } = request.headers();
      return route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) });
    },
  );
}

function apiPath(path: RegExp): (url: URL) => boolean {
  return ({ pathname }) => pathname.startsWith('/api') && path.test(pathname.slice('/api'.length));
}
