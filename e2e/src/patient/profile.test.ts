/**
 * Tests of the patient's profile in the browser: edited, saved, applied at once, and downloaded.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { makePatient, signIn } from '../support/people.ts';
import { delay, refuse } from '../support/routing.ts';

const address = '/patient/dashboard?view=profile';
const profileCall = { method: 'GET', path: /^\/profile$/u };

async function openProfile(page: Page): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
}

test('a patient edits the profile, the page changes to Hindi on saving, and a reload shows all changes [PAT-14, PROF-1, ROUTE-11] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Ketaki Sane'));
  const names = collectNames(page);
  await page.goto('/patient/dashboard');
  await page.getByRole('link', { name: 'My Profile' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeFocused();
  const personal = page.getByRole('region', { name: 'Personal details' });
  await personal.getByLabel('Full name').fill('Ketaki R. Sane');
  await personal.getByLabel('Phone').fill('98110');
  await personal.getByLabel('Date of birth').fill('1990-03-12');
  await personal.getByLabel('Gender').selectOption({ label: 'Female' });
  await page.getByLabel('City').fill('Nashik');
  await page.getByRole('button', { name: 'Add contact' }).click();
  const contact = page.getByRole('group', { name: 'Contact 1' });
  await expect(contact.getByLabel('Name')).toBeFocused();
  await contact.getByLabel('Name').fill('Ravi Sane');
  await contact.getByLabel('Phone').fill('+919811000002');
  await page.getByLabel('Language').selectOption({ label: 'हिन्दी' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(personal.getByText('Enter a valid phone number')).toBeVisible();
  await expect(personal.getByLabel('Phone')).toBeFocused();
  await expectSoundBriefly(page);

  await personal.getByLabel('Phone').fill('+91 98110 00001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('मेरा परिचय');
  await expect(page.getByRole('link', { name: 'Ketaki R. Sane' })).toBeVisible();
  await page.reload();
  const saved = page.getByRole('region', { name: 'व्यक्तिगत जानकारी' });
  // The code that formats phone numbers loads a few seconds after the page.
  for (const text of ['Ketaki R. Sane', '+91 98110 00001', 'महिला', 'Nashik']) {
    await expect(saved.getByText(text)).toBeVisible();
  }
  const emergency = page.getByRole('link', { name: /^Ravi Sane.+\+91 98110 00002$/u });
  await expect(emergency).toHaveAttribute('href', 'tel:+919811000002');
  await expectHindiOnly(page, names);
  await expectSound(page);
});

test('if saving the profile is refused the typed text stays, and leaving the page asks first [PAT-14, PROF-1, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  await signIn(context, await makePatient(server.origin, 'Nilima Apte'));
  await openProfile(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('Satara');
  trouble.allow(/^503 PUT \/api\/profile$/u);
  await refuse(page, { method: 'PUT', path: /^\/profile$/u }, 'unavailable');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot reach its database');
  await expect(page.getByLabel('City')).toHaveValue('Satara');

  await page.getByRole('link', { name: 'My Queue' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('City')).toHaveValue('Satara');

  await page.getByLabel('Read Baari in').selectOption('hi');
  await expect(page.getByLabel('भाषा')).toHaveValue('hi');
  await expect(page.getByLabel('शहर')).toHaveValue('Satara');
  await page.getByLabel('बारी इसमें पढ़ें').selectOption('en');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  await expect(page.getByText('Satara')).toHaveCount(0);
});

test('a patient downloads the stored data and requests erasure once [PROF-1] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await makePatient(server.origin, 'Vasudha Karve'));
  await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^baari-my-data-\d{4}-\d\d-\d\d\.json$/u);
  const held = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(held)).toMatchObject({ data: { account: { name: 'Vasudha Karve' } } });

  await page.getByRole('button', { name: 'Request erasure' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Request erasure' }).click();
  await expect(page.getByText('You asked for erasure on')).toBeFocused();
  await page.reload();
  await expect(page.getByText('You asked for erasure on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request erasure' })).toHaveCount(0);
  await expectSound(page);
});

test('a patient cancels a requested erasure, and if a request fails an error is shown and can be retried [PROF-1, SEC-14, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  const erasureCall = { method: 'GET', path: /^\/profile\/erasure$/u };
  await signIn(context, await makePatient(server.origin, 'Indumati Gokhale'));
  trouble.allow(/^403 GET \/api\/profile\/erasure$/u);
  await refuse(page, erasureCall, 'forbidden');
  await openProfile(page);
  const account = page.getByRole('region', { name: 'Account and data' });
  const again = account.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await expect(account.getByText('No hospital has to keep a report about you.')).toBeVisible();
  await account.getByRole('button', { name: 'Request erasure' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Request erasure' }).click();
  await account.getByRole('button', { name: 'Cancel erasure' }).click();
  await expect(account.getByRole('button', { name: 'Request erasure' })).toBeFocused();
  await page.reload();
  await expect(account.getByRole('button', { name: 'Request erasure' })).toBeVisible();
});

test('while the profile loads placeholders are shown, and an error can be retried [PAT-14, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  await signIn(context, await makePatient(server.origin, 'Sulabha Joglekar'));
  const release = await delay(page, profileCall);
  await page.goto(address);
  await expect(page.getByRole('status').getByText('Loading profile...')).toBeAttached();
  await release();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  trouble.allow(/^403 GET \/api\/profile$/u);
  trouble.allow(/^404 GET \/api\/profile$/u);
  await refuse(page, profileCall, 'forbidden');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Error loading profile');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this.');
  await refuse(page, profileCall, 'not_found');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Profile not found');
  await expect(page.getByRole('alert')).toContainText('Unable to load profile information');
  await expectSoundBriefly(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
});
