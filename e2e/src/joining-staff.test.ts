/** How staff come to a hospital: by an invitation, and by a request of their own. */
import { expect, test } from './fixtures.ts';
import { expectSoundBriefly } from './looks.ts';
import { linkMailedTo } from './outbox.ts';
import { makePlace, signIn } from './people.ts';

test('an invited doctor opens the mailed link, sets a password and sees their own queue [ROLE-8, LOGIN-3]', async ({
  page,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kamal Clinic', 'Dr. Hema Joglekar');
  await page.goto(await linkMailedTo(server.origin, place.doctor.email));
  await expect(
    page.getByText('Dr. Hema Joglekar, Kamal Clinic invites you to Baari.'),
  ).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page).toHaveURL(`/doctor/view/${place.doctor.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Queue');
});

test('a nurse asks to join, verifies the email, is approved and works at the desk [ROUTE-6, JOINH-1, JOINH-2, SIGN-5]', async ({
  page: applicant,
  browser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ketaki Hospital', 'Dr. Pradnya Gole');
  const email = `nurse-${process.pid}@example.org`;
  await applicant.goto('/signup/hospital');
  await applicant.getByRole('link', { name: /Join a Hospital/u }).click();
  await applicant.getByLabel('Hospital', { exact: true }).fill('Ketaki');
  await applicant.getByRole('button', { name: /Ketaki Hospital/u }).click();
  await applicant.getByLabel('First name').fill('Latha');
  await applicant.getByLabel('Last name').fill('Menon');
  await applicant.getByLabel('Email').fill(email);
  await applicant.getByLabel('Phone').fill('+919876500000');
  await applicant.getByLabel('Role').selectOption('nurse');
  await applicant.getByLabel('Password', { exact: true }).fill('a good password');
  await applicant.getByLabel('Confirm password').fill('a good password');
  await applicant.getByRole('button', { name: 'Send request' }).click();
  await expect(applicant.getByText('Waiting for approval')).toBeVisible();
  await expectSoundBriefly(applicant);
  const verified = await fetch(await linkMailedTo(server.origin, email), { redirect: 'manual' });
  expect(verified.status).toBeLessThan(400);

  const context = await browser.newContext({ baseURL: server.origin });
  await signIn(context, place.admin);
  const admin = await context.newPage();
  await admin.goto('/hospital/dashboard?view=team');
  await expect(admin.getByText('Latha Menon')).toBeVisible();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Latha Menon is in the team now')).toBeVisible();
  await context.close();

  await applicant.getByRole('button', { name: 'Check again' }).click();
  await expect(applicant.getByText('You are in')).toBeVisible();
  await applicant
    .getByRole('link', { name: 'Open dashboard' })
    .or(applicant.getByRole('button', { name: 'Open dashboard' }))
    .click();
  await expect(applicant).toHaveURL('/staff/dashboard');
});
