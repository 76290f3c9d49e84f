/** Tests of how staff join a hospital: by an invitation, and by their own request. */
import { makeStaffLink } from '@baari/contract/account/team.ts';
import { call } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { linkMailedTo } from '../support/outbox.ts';
import { makePatient, makePlace, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

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

test('an administrator invites several people at once, sees each result, copies a link, and sees who used it [ROLE-6] @gate', async ({
  newBrowser,
  page,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kunda Clinic', 'Dr. Hema Joglekar');
  const taker = await makePatient(server.origin, 'Latha Menon');
  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.goto('/hospital/dashboard?view=team');
  await admin.getByRole('button', { name: 'Invite staff' }).click();
  const dialog = windowOn(admin);
  const email = `desk-${process.pid}@example.org`;
  await dialog.getByLabel('Email addresses').fill(`${email}\nnot-an-address\n${place.admin.email}`);
  await expectSound(admin);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  const results = dialog.getByRole('listitem');
  await expect(results.filter({ hasText: email })).toContainText('Sent');
  await expect(results.filter({ hasText: 'not-an-address' })).toContainText('Not an email address');
  await expect(results.filter({ hasText: place.admin.email })).toContainText('Already works here');
  await expectSoundBriefly(admin);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('listitem').filter({ hasText: email })).toContainText(
    'Receptionist',
  );

  await page.goto(await linkMailedTo(server.origin, email));
  await expect(page.getByText('invites you to work there as a receptionist')).toBeVisible();
  await page.getByLabel('Full name').fill('Kavita Rao');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page).toHaveURL('/staff/dashboard');

  await admin.getByRole('button', { name: 'Invite staff' }).click();
  await dialog.getByText('By a link that you pass on', { exact: true }).click();
  await dialog.getByText('Hospital Admin', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByText(/^http.*token=/u).textContent();
  await expectSoundBriefly(admin);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const other = await (await newBrowser(taker)).newPage();
  await other.goto(link ?? '');
  await expect(other.getByText(`You accept as ${taker.email}.`)).toBeVisible();
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other).toHaveURL('/hospital/dashboard');
  await admin.reload();
  await expect(admin.getByText(`Accepted by Latha Menon (${taker.email})`)).toBeVisible();
  await expect(admin.getByText(`Accepted by Kavita Rao (${email})`)).toBeVisible();
});

test('a person without an account opens an invitation link, creates an account, and then sees the invitation again [ROLE-6, VERI-2]', async ({
  newBrowser,
  page,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tapti Clinic', 'Dr. Hema Joglekar');
  const { url } = await call(place.admin, makeStaffLink, { body: { role: 'hospital_admin' } });
  const email = `second-${process.pid}@example.org`;
  await page.goto(url);
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Sign in to continue.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await page.goto(url);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Full name').fill('Rekha Joshi');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`We sent a verification link to ${email}.`)).toBeVisible();
  await page.goto(await linkMailedTo(server.origin, email));
  await expect(page.getByText(`You accept as ${email}.`)).toBeVisible();
  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.clock.install();
  await admin.goto('/hospital/dashboard?view=team');
  const invitation = admin.getByRole('listitem').filter({ hasText: 'By link' });
  await expect(invitation.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page).toHaveURL('/hospital/dashboard');
  // The team page that another administrator has open shows the change without a reload.
  await passTime(admin, '01:10');
  await expect(invitation).toContainText('Accepted by Rekha Joshi');
});

test('a nurse requests to join, verifies the email, is approved and works at the desk [ROUTE-6, JOINH-1, JOINH-2, SIGN-5] @gate', async ({
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
  await expect(applicant.getByText('You can start working')).toBeVisible();
  await applicant
    .getByRole('link', { name: 'Open dashboard' })
    .or(applicant.getByRole('button', { name: 'Open dashboard' }))
    .click();
  await expect(applicant).toHaveURL('/staff/dashboard');
});
