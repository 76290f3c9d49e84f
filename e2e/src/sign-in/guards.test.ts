/** Tests which role may see which page, and where everybody else is redirected. */

import { getCurrentUser } from '@baari/contract/account/identity.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { type DemoName, demoAccount, demoPassword, signIn } from '../support/people.ts';

/** Ids of the demonstration's hospital and doctor, which replace :hospital and :doctor in paths. */
let ids: { hospital: string; doctor: string };

test.beforeAll(async ({ server }) => {
  const { user } = await call(await demoAccount(server.origin, 'doctor'), getCurrentUser);
  ids = { hospital: user.hospitalId ?? '', doctor: user.doctorId ?? '' };
});

const stranger = '00000000-0000-4000-8000-000000000000';

function filled(path: string): string {
  return path.replace(':hospital', ids.hospital).replace(':doctor', ids.doctor);
}

const guarded: readonly (readonly [path: string, who: DemoName])[] = [
  ['/patient/dashboard?search=pune', 'patient'],
  ['/patient/queue', 'patient'],
  ['/patient/hospital/:hospital', 'patient'],
  ['/patient/doctor/:doctor', 'patient'],
  ['/profile', 'reception'],
  ['/staff/queue/:hospital', 'reception'],
  ['/staff/dashboard', 'reception'],
  ['/doctor/view/:doctor', 'doctor'],
  ['/doctor/console/:doctor', 'doctor'],
  ['/hospital/dashboard?view=queue', 'admin'],
  ['/doctor/console/:doctor', 'admin'],
];

for (const [path, who] of guarded) {
  test(`${path} asks a visitor to sign in and then takes ${who} back to that page [AUTH-1, LOGIN-3]`, async ({
    page,
  }) => {
    const wanted = filled(path);
    await page.goto(wanted);
    await expect(page).toHaveURL('/login');
    await fillSignIn(page, who);
    await expect(page).toHaveURL(wanted);
  });
}

const homes: readonly (readonly [who: DemoName, home: string])[] = [
  ['patient', '/patient/dashboard'],
  ['admin', '/hospital/dashboard'],
  ['doctor', '/doctor/view/:doctor'],
  ['reception', '/staff/dashboard'],
];

for (const [who, home] of homes) {
  test(`after signing in, ${who} is taken directly to their own home page [LOGIN-3]`, async ({
    page,
  }) => {
    await page.goto('/login');
    const steps = countSteps(page);
    await fillSignIn(page, who);
    await expect(page).toHaveURL(filled(home));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(300);
    await expect(page).toHaveURL(filled(home));
    expect(steps(), 'steps from page to page').toBeLessThanOrEqual(3);
  });
}

const misplaced: readonly (readonly [who: DemoName, path: string, home: string])[] = [
  ['patient', '/hospital/dashboard', '/patient/dashboard'],
  ['patient', '/staff/dashboard', '/patient/dashboard'],
  ['patient', '/doctor/console/:doctor', '/patient/dashboard'],
  ['reception', '/hospital/dashboard', '/staff/dashboard'],
  ['reception', '/doctor/view/:doctor', '/staff/dashboard'],
  ['reception', '/doctor/console/:doctor', '/staff/dashboard'],
  ['reception', '/patient/queue', '/staff/dashboard'],
  ['doctor', '/hospital/dashboard', '/doctor/view/:doctor'],
  ['doctor', '/patient/dashboard', '/doctor/view/:doctor'],
  ['doctor', `/doctor/view/${stranger}`, '/doctor/view/:doctor'],
  ['doctor', `/doctor/console/${stranger}`, '/doctor/view/:doctor'],
  ['admin', '/doctor/view/:doctor', '/hospital/dashboard'],
  ['admin', '/patient/queue', '/hospital/dashboard'],
];

for (const who of ['patient', 'reception', 'doctor', 'admin'] as const) {
  test(`a page for another role redirects ${who} to their home page without redirecting in a circle [AUTH-1, LOGIN-3, ROUTE-24, ROUTE-25]`, async ({
    page,
    context,
    server,
  }) => {
    await signIn(context, await demoAccount(server.origin, who));
    for (const [role, path, home] of misplaced) {
      if (role !== who) continue;
      const steps = countSteps(page);
      await page.goto(filled(path));
      await expect(page, path).toHaveURL(filled(home));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForTimeout(200);
      await expect(page, path).toHaveURL(filled(home));
      expect(steps(), `steps from ${path}`).toBeLessThanOrEqual(3);
    }
  });
}

test('logging out clears stored data and leads to the landing page [AUTH-2] @gate', async ({
  page,
  context,
  server,
  trouble,
}) => {
  // A request that is under way when the session ends is refused.
  trouble.allow(/^401 GET \/api\/identity\/passkey\/list-user-passkeys$/u);
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await page.goto('/profile', { waitUntil: 'networkidle' });
  await leaveTraces(page);
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await traces(page)).toEqual([]);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
});

test('logging out works even when the server cannot be reached [AUTH-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^503 POST \/api\/identity\/sign-out$/u);
  trouble.allow(/^console warning: The server was not informed of the sign-out/u);
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await page.goto('/profile');
  await leaveTraces(page);
  await page.route('**/api/identity/sign-out', (route) =>
    route.fulfill({ status: 503, json: { error: 'Away.', details: 'Away.', code: 'unavailable' } }),
  );
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(await traces(page)).toEqual([]);
  // After the logout, the next person on the device is not signed in, and the server has ended the
  // session.
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  const session = await context.request.get('/api/identity/get-session');
  expect(await session.json()).toBeNull();
});

test('logging out also signs out other tabs of the same browser [AUTH-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  // Requests of the second tab may be pending when the session ends.
  trouble.allow(/^401 GET \/api\//u);
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/patient/queue');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/');
});

test('if a session was ended elsewhere, the next request signs the user out, and the sign-in page gives the reason [AUTH-2, LOGIN-3] @gate', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^401 /u);
  await signIn(context, await demoAccount(server.origin, 'reception'));
  await page.goto('/staff/dashboard');
  await expect(page.getByText('Live Updates')).toBeVisible();
  // The test clicks by code in the page, because the live stream also ends the session and then
  // removes the button.
  await page.getByRole('button', { name: 'Refresh' }).evaluate(async (refresh: HTMLElement) => {
    const headers = { 'content-type': 'application/json' };
    const ended = await fetch('/api/identity/sign-out', { method: 'POST', body: '{}', headers });
    if (!ended.ok) throw new Error(`The session did not end: ${ended.status}`);
    refresh.click();
  });
  await expect(page).toHaveURL('/login', { timeout: 20_000 });
  await expect(page.getByRole('note')).toContainText(
    'Your session is over, or you no longer work at this hospital',
  );
  expect(await traces(page)).toEqual([]);
  await fillSignIn(page, 'reception');
  await expect(page).toHaveURL('/staff/dashboard');
});

async function fillSignIn(page: Page, who: DemoName): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${who}@baari.example`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const keptKeys = ['baari_auth', 'baari_hospital_data', 'baari_patient_data', 'baari_queue_data'];

async function leaveTraces(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((keys) => {
    for (const key of keys) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, '{}');
    }
  }, keptKeys);
}

function traces(page: Page): Promise<string[]> {
  return page.evaluate(
    (keys) => keys.filter((key) => localStorage.getItem(key) !== null),
    keptKeys,
  );
}

/** Counts how often the page's address changes from now on. */
function countSteps(page: Page): () => number {
  let steps = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) steps += 1;
  });
  return () => steps;
}
