/** Tests of the help that opens beside a screen. */
import { expect, test } from './support/fixtures.ts';
import { expectSoundBriefly } from './support/looks.ts';
import { makePatient, signIn } from './support/people.ts';

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
