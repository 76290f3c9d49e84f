/** Tests of the API responses that the server embeds in a page, and of who gets them. */
import { sentWithPageId } from '@baari/contract/sent-with-page.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, signIn } from './support/people.ts';

const brought = `id="${sentWithPageId}"`;

/** Lets only the page and its assets load: API requests hang. */
async function withoutApi(page: Page): Promise<void> {
  await page.route('**/api/**', () => new Promise(() => undefined));
}

test('My Queue arrives from the server with the patient’s place, booked visits and earlier visits, and needs no further requests [PAT-11, ROUTE-17] @gate', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await withoutApi(page);
  await page.goto('/patient/queue');
  await expect(page.getByRole('article').first()).toContainText(/is \d+(?:st|nd|rd|th)/u);
  await expect(page.getByRole('heading', { name: 'Queue History' })).toBeVisible();
  await expect(page.locator('section[aria-labelledby=history-title] li').first()).toBeVisible();
});

test('the page with the list of hospitals already contains this list when the page arrives from the server [PAT-2, ROUTE-11]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await withoutApi(page);
  await page.goto('/patient/dashboard');
  await expect(page.getByRole('link', { name: /^View Doctors/u }).first()).toBeVisible();
});

test('a visitor who is not signed in is redirected to sign-in without an API request [AUTH-1]', async ({
  page,
}) => {
  await withoutApi(page);
  await page.goto('/patient/queue');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('a page with a patient’s data is not cached, and is sent without data to programs and browser prefetches [SEC-12]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const opened = await page.goto('/patient/queue');
  expect(await opened?.text()).toContain(brought);
  expect(opened?.headers()['cache-control']).toBe('no-store');

  const fetched = await page.evaluate(async () => {
    const answer = await fetch('/patient/queue', { headers: { accept: 'text/html' } });
    return answer.text();
  });
  expect(fetched).not.toContain(brought);

  const opening = {
    accept: 'text/html',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
  };
  const ask = async (headers: Record<string, string>): Promise<string> =>
    (await page.request.get('/patient/queue', { headers })).text();
  expect(await ask(opening)).toContain(brought);
  expect(await ask({ ...opening, 'sec-purpose': 'prefetch' })).not.toContain(brought);
});

test('a person whose session was ended on another device is signed out when the page is opened again [AUTH-2, SEC-6]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const kept = await context.cookies();
  await page.goto('/patient/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('about:blank');
  await page.request.post('/api/identity/sign-out', {
    data: {},
    headers: { origin: server.origin },
  });
  await context.addCookies(kept);
  const opened = await page.goto('/patient/queue');
  expect(await opened?.text()).toContain(`${brought}>{"user":null,`);
  await expect(page).toHaveURL('/login');
});
