/**
 * Tests of showing whether a hospital is confirmed, on the patients' screens and on its own
 * [SEC-20].
 */
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { demoAccount, makePlace } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

const notConfirmed = 'This hospital is not confirmed';

test('a new hospital is listed below confirmed ones, and patients read that it is not confirmed at every step up to joining [SEC-20, PAT-2, PAT-9] @gate', async ({
  server,
  newBrowser,
}) => {
  const name = 'Aaditi Clinic';
  const place = await makePlace(server.origin, name, 'Dr. Gauri Nene');
  const patient = await demoAccount(server.origin, 'patient');
  const page = await (await newBrowser(patient)).newPage();
  await page.goto('/patient/dashboard');
  const names = page.getByRole('listitem').getByRole('heading', { level: 2 });
  await expect(names.first()).not.toHaveText(name);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card.getByText('Not confirmed')).toBeVisible();
  const confirmed = page.getByRole('listitem').filter({ hasText: 'Sanjeevani Hospital' });
  await expect(confirmed.getByText('Not confirmed')).toHaveCount(0);

  await card.getByRole('link', { name: /View Doctors/u }).click();
  await expect(page.getByText(notConfirmed)).toBeVisible();
  await expectSoundBriefly(page);
  await page.goto(`/patient/doctor/${place.doctor.id}`);
  await expect(page.getByText(notConfirmed)).toBeVisible();
  await page.getByRole('button', { name: /Book Appointment/u }).click();
  await expect(windowOn(page).getByText(notConfirmed)).toBeVisible();
});

test('a second hospital with the name Sanjeevani Hospital is not listed, and its administrator reads why [SEC-20]', async ({
  server,
  newBrowser,
}) => {
  const twin = await makePlace(server.origin, 'Sanjivani Hospitl', 'Dr. Fake Twin');
  const page = await (await newBrowser(twin.admin)).newPage();
  await page.goto('/hospital/dashboard');
  await expect(page.getByText('Your hospital is not shown to patients yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dr. Fake Twin' })).toBeVisible();
  await expectSoundBriefly(page);

  const patient = await demoAccount(server.origin, 'patient');
  const other = await (await newBrowser(patient)).newPage();
  await other.goto('/patient/dashboard?search=Sanjivani');
  await expect(other.getByText('No hospitals found').first()).toBeVisible();
  await other.goto(`/patient/doctor/${twin.doctor.id}`);
  await expect(other.getByText('You cannot join this hospital here')).toBeVisible();
  await expect(other.getByRole('button', { name: /Join|Book/u })).toHaveCount(0);
});
