/**
 * Tests of moving between pages: the Back button, a form with unsaved changes, and a slow
 * connection.
 */
import { expect, test } from './support/fixtures.ts';
import { demoAccount, makePatient, signIn } from './support/people.ts';

test.use({ viewport: { width: 1280, height: 600 } });

test('Back and Forward restore the scroll position of a list, and a new page starts at its top [ROUTE-28, ENT-8] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await page.goto('/patient/dashboard');
  const last = page.locator('main a[href^="/patient/hospital/"]').last();
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 400));
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  expect(await scrolled()).toBe(400);

  await last.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/patient\/hospital\//u);
  await expect.poll(scrolled).toBe(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Browse Hospitals' })).toHaveCount(0);

  await page.goBack();
  await expect(last).toBeAttached();
  await expect.poll(scrolled).toBe(400);
  await page.goForward();
  await expect(page).toHaveURL(/\/patient\/hospital\//u);
  await page.goBack();
  await expect.poll(scrolled).toBe(400);
});

test('Back from a form with changes asks first, and leaves the page only when confirmed [PROF-1, ERR-1]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Alka Kulkarni'));
  await page.goto('/patient/queue');
  await page.getByRole('link', { name: 'My Profile' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('Karad');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/view=profile/u);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('City')).toHaveValue('Karad');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/patient\/queue$/u);
  await expect(page.getByRole('heading', { level: 1, name: 'My Queue' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByText('Karad')).toHaveCount(0);
});

test('the current page stays visible while the code of the next page loads, and after a failure the user can retry [ROUTE-28, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  await signIn(context, await makePatient(server.origin, 'Mukta Barve'));
  await page.goto('/patient/queue');
  await expect(page.getByRole('heading', { level: 1, name: 'My Queue' })).toBeVisible();
  let fail: () => void = () => undefined;
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  trouble.allow(/reports|Failed to (?:load|fetch)|error loading dynamically imported/iu);
  await page.route(/\/assets\/patient-reports\.page-.*\.js$/u, async (route) => {
    await failing;
    await route.abort();
  });
  await page.getByRole('link', { name: 'My Reports' }).click();
  await expect(page).toHaveURL(/\/patient\/reports$/u);
  await expect(page.getByRole('heading', { level: 1, name: 'My Queue' })).toBeVisible();

  fail();
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  await page.unroute(/\/assets\/patient-reports\.page-.*\.js$/u);
  await page.getByRole('link', { name: 'My Queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Queue' })).toBeVisible();
});
