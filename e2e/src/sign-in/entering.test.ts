import { expect, test } from '../support/fixtures.ts';
import { demoAccount, demoPassword } from '../support/people.ts';

test('between sign-in and the first screen, the frame of the next page stands while its code loads [LOGIN-3]', async ({
  page,
  server,
}) => {
  const doctor = await demoAccount(server.origin, 'doctor');
  await page.goto('/login');
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  const opened = Promise.withResolvers<void>();
  await page.route(/\/assets\/doctor[^/]*\.js$/u, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/doctor\/view\//u);
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  /** Whether the element at the foot of the window belongs to the public pages. */
  const showsFooter = () =>
    page.evaluate(() => {
      const lowest = document.elementFromPoint(innerWidth / 2, innerHeight - 20);
      return lowest === null || lowest.closest('footer, header') !== null;
    });
  expect(await showsFooter()).toBe(false);
  opened.resolve();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
