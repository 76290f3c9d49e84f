/** Tests of the help that opens beside a screen. */
import { expect, test } from './support/fixtures.ts';
import { expectSoundBriefly } from './support/looks.ts';
import { makePatient, makePlace, signIn } from './support/people.ts';
import { refuse } from './support/routing.ts';

test('a patient opens the help of a screen by keyboard beside the screen, reads on in it, and Escape returns to it [WORK-4]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Devika Menon'));
  await page.goto('/patient/queue');
  await expect(page.getByText('No Active Queue')).toBeVisible();
  const help = page.getByRole('link', { name: 'Help', exact: true }).first();
  await help.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Help' });
  await expect(sheet.getByRole('heading', { name: 'When is my turn?' })).toBeVisible();
  await expect(sheet.locator(':focus')).toHaveCount(1);

  await sheet.getByRole('link', { name: 'Book a time' }).press('Enter');
  await expect(sheet.getByRole('heading', { name: 'Book a time' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(help).toBeFocused();
  await expect(page).toHaveURL(/\/patient\/queue$/u);

  await page.keyboard.press('?');
  await expect(sheet.getByRole('heading', { name: 'When is my turn?' })).toBeVisible();
  await expectSoundBriefly(page);
});

test('a patient whose request is refused presses “Why?” at the message and reads the help that explains it [ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/queues\/request$/u);
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Veena Rao');
  await signIn(context, await makePatient(server.origin, 'Devika Menon'));
  await page.goto(`/patient/doctor/${place.doctor.id}`);
  await page.getByRole('button', { name: /^Join Queue/u }).click();
  await refuse(page, { method: 'POST', path: /^\/queues\/request$/u }, 'line_full_today');
  await page
    .getByRole('dialog', { name: /^Join the line/u })
    .getByRole('button', { name: 'Send Request' })
    .click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Request Failed', { exact: true })).toBeVisible();
  // The library hides a toast from screen readers until the focus moves there, since it announces it.
  await toasts.getByText('Why?', { exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Help' });
  await expect(sheet.getByRole('heading', { name: 'Why is my request refused?' })).toBeVisible();
});
