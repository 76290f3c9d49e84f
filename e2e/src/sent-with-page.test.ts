/** What a page brings along when it is opened, to whom, and to nobody else. */
import { sentWithPageId } from '@baari/contract/sent-with-page.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, signIn } from './support/people.ts';

const brought = `id="${sentWithPageId}"`;

/** Nothing but the page and its parts: whatever is asked of the API is never answered. */
async function withoutApi(page: Page): Promise<void> {
  await page.route('**/api/**', () => new Promise(() => undefined));
}

test('a patient sees their own place, the visits booked and those before in the page itself, before the phone has asked for anything [PAT-11, ROUTE-17] @gate', async ({
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

test('the hospitals are there in the page itself [PAT-2, ROUTE-11]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await withoutApi(page);
  await page.goto('/patient/dashboard');
  await expect(page.getByRole('link', { name: /^View Doctors/u }).first()).toBeVisible();
});

test('a visitor is asked to sign in without being asked for first [AUTH-1]', async ({ page }) => {
  await withoutApi(page);
  await page.goto('/patient/queue');
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('a page with a patient’s answers is kept by nobody, and is not made for a program or in advance [SEC-12]', async ({
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

test('who was signed out elsewhere is nobody when the page is opened again [AUTH-2, SEC-6]', async ({
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
