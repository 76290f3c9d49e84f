/** Tests of calendar feeds in the browser: made, read by a calendar, renewed and removed. */
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { makePatient, makePlace, signIn } from '../support/people.ts';

test('a patient makes the address of a calendar, renews it, and removes it [API-32] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Ketaki Sane'));
  await page.goto('/profile');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await expect(calendar.getByText('No address yet.')).toBeVisible();
  await calendar.getByRole('button', { name: 'Make an address' }).click();
  await expect(calendar.getByRole('status')).toContainText('shown only once');
  const shown = calendar.getByText(/\/feeds\/.+\.ics$/u);
  const first = (await shown.textContent()) ?? '';
  const open = calendar.getByRole('link', { name: 'Open in calendar' });
  await expect(open).toHaveAttribute('href', first.replace(/^http/u, 'webcal'));
  await expectSound(page);
  const read = await page.request.get(first);
  expect(read.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  await page.reload();
  await expect(calendar.getByText('Last read')).toBeVisible();
  await expect(shown).toHaveCount(0);

  await calendar.getByRole('button', { name: 'Renew the address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew the address' }).click();
  await expect(shown).toBeVisible();
  const second = (await shown.textContent()) ?? '';
  expect(second).not.toBe(first);
  expect((await page.request.get(first)).status()).toBe(404);

  await calendar.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(calendar.getByText('No address yet.')).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect((await page.request.get(second)).status()).toBe(404);
});

test('an administrator decides whether calendars of the staff name patients [API-32]', async ({
  page,
  context,
  server,
}) => {
  const { admin } = await makePlace(server.origin, 'Calendar Clinic', 'Dr. Calendar');
  await signIn(context, admin);
  await page.goto('/profile');
  const names = page.getByLabel('Show patients’ names in calendars of the staff');
  await expect(names).not.toBeChecked();
  const saved = page.waitForResponse(/\/hospital\/calendar-names$/u);
  await names.check();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(names).toBeChecked();
  await expectSound(page);
});
