/**
 * Tests a complete visit: a hospital registers, a patient comes, waits and is seen. Three people
 * use three browsers without a reload.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/looks.ts';
import { linkMailedTo } from './support/outbox.ts';
import { ask, makePatient } from './support/people.ts';

test.use({ demo: false });

const password = 'correct horse';
const adminEmail = 'rukmini@wada.example';
const patientEmail = 'asha@example.org';

test('a hospital registers, a patient requests a place, follows it live and is seen, and nobody reloads a page [WIZ-1, WIZ-3, WIZ-4, VERI-1, ADM-2, VAL-3, SIGN-3, PAT-2, PAT-9, PAT-10, PAT-11, ADM-3, ADM-6, EV-9, EV-10, CONS-2, QST-1, QST-2, QST-4, QST-5] @gate', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(180_000);
  const { origin } = server;

  // The administrator registers a hospital.
  const staff = await newBrowser();
  const admin = await staff.newPage();
  const adminLoads = countLoads(admin);
  await admin.goto('/signup/hospital');
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Create New Hospital' }).click();
  await fillHospital(admin);
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Continue' }).click();
  await admin.getByLabel('First name').fill('Rukmini');
  await admin.getByLabel('Last name').fill('Gokhale');
  await admin.getByLabel('Admin email').fill(adminEmail);
  await admin.getByLabel('Password', { exact: true }).fill(password);
  await admin.getByLabel('Confirm password').fill(password);
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Continue' }).click();
  await admin.getByRole('checkbox', { name: 'Cardiology' }).check();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Create Hospital' }).click();
  await expect(admin.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await expect(admin.getByText(adminEmail)).toBeVisible();
  await expectAccessible(admin);
  const saved = await admin.evaluate(() =>
    JSON.stringify([sessionStorage, localStorage].map((storage) => Object.entries(storage))),
  );
  expect(saved, 'the password is kept nowhere in the browser').not.toContain(password);

  // The mailed link opens in a second tab; the first tab continues by itself.
  const linkTab = await staff.newPage();
  await linkTab.goto(await linkMailedTo(origin, adminEmail));
  await expect(linkTab.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await expectAccessible(linkTab);
  await linkTab.close();
  const goOn = admin.getByRole('button', { name: "I've verified my email" });
  const dashboard = admin.getByRole('heading', { level: 1, name: 'Doctors' });
  await expect(goOn.or(dashboard).first()).toBeVisible();
  await goOn.click({ timeout: 1000 }).catch(() => {
    // The click fails if the page has already continued by itself, which the test also accepts.
  });
  await expect(dashboard).toBeVisible();
  await expect(admin.getByText('No doctors available')).toBeVisible();
  await expectAccessible(admin);

  // A doctor joins the team.
  await admin.getByRole('button', { name: 'Add Doctor' }).click();
  const form = admin.getByRole('dialog', { name: 'Add Doctor' });
  await expect(form.getByRole('button', { name: 'Add Doctor' })).toBeDisabled();
  await form.getByLabel('Full name').fill('Dr. Meera Kulkarni');
  await form.getByLabel('Email').fill('meera@wada.example');
  await form.getByLabel('Phone').fill('+919812345678');
  await form.getByLabel('Specialty').selectOption('Cardiology');
  await form.getByLabel('Department').selectOption('Cardiology');
  await expectAccessible(admin);
  await form.getByRole('button', { name: 'Add Doctor' }).click();
  const card = admin.getByRole('listitem').filter({ hasText: 'Dr. Meera Kulkarni' });
  await expect(card).toBeVisible();
  // A doctor who has seen nobody has no average wait.
  await expect(card).not.toContainText('0 min');
  const makeAvailable = card.getByRole('button', { name: 'Set to Available' });
  const available = card.getByText('Available', { exact: true });
  if (await makeAvailable.isVisible()) {
    await makeAvailable.click();
    // The hospital has the default opening hours and this test runs at any hour, so the page may
    // ask about a closed hospital.
    const question = admin.getByRole('alertdialog', { name: 'The hospital is closed' });
    await expect(question.or(available)).toBeVisible();
    if (await question.isVisible()) {
      await question.getByRole('button', { name: 'Set to Available' }).click();
    }
  }
  await expect(available).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: /^Queue Management/u }).click();
  await expect(admin.getByText('No Pending Requests')).toBeVisible();
  await expect(admin.getByText('Live Updates')).toBeVisible();
  await expectAccessible(admin);

  // A patient signs up on a phone and finds the doctor.
  const phone = await newBrowser();
  const patient = await phone.newPage();
  await patient.setViewportSize({ width: 390, height: 844 });
  const patientLoads = countLoads(patient);
  await patient.goto('/');
  await expectAccessible(patient);
  await patient.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first().click();
  await expectAccessible(patient);
  await patient.getByRole('link', { name: "I'm a Patient" }).click();
  await patient.getByLabel('Full name').fill('Asha Verma');
  await patient.getByRole('textbox', { name: 'Email', exact: true }).fill(patientEmail);
  await patient.getByLabel('Password', { exact: true }).fill(password);
  await expectAccessible(patient);
  await patient.getByRole('button', { name: 'Create account' }).click();
  await expect(
    patient.getByText(/^We sent a verification link to asha@example\.org/u),
  ).toBeVisible();
  await expectAccessible(patient);
  const phoneLinkTab = await phone.newPage();
  await phoneLinkTab.goto(await linkMailedTo(origin, patientEmail));
  await expect(phoneLinkTab.getByRole('heading', { level: 1 })).toBeVisible();
  await phoneLinkTab.close();
  const verified = patient.getByRole('button', { name: "I've verified my email" });
  await verified.click({ timeout: 1000 }).catch(() => {
    // The click fails if the page has already continued by itself, which the test also accepts.
  });
  await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Browse Hospitals');
  await patient.getByRole('searchbox', { name: 'Search hospitals' }).fill('wada');
  await expect(patient).toHaveURL(/search=wada/u);
  await expect(patient.getByText('1 hospital', { exact: true })).toBeVisible();
  await expectAccessible(patient);
  await patient.getByRole('link', { name: 'View Doctors at Wada Clinic' }).click();
  await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Wada Clinic');
  await expectAccessible(patient);
  await patient.getByRole('link', { name: 'Dr. Meera Kulkarni' }).click();
  await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Dr. Meera Kulkarni');
  await expectAccessible(patient);

  // Another patient requests a place shortly before, so that this patient can move up later.
  const doctorId = /\/doctor\/(?<id>[^/?]+)/u.exec(patient.url())?.groups?.['id'] ?? '';
  await ask(await makePatient(origin, 'Ravi Kumar'), doctorId);
  await expect(admin.getByRole('article', { name: 'Ravi Kumar' })).toBeVisible();

  await patient.getByRole('button', { name: /^Join Queue/u }).click();
  const join = patient.getByRole('dialog', { name: 'Join the line of Dr. Meera Kulkarni' });
  await join.getByLabel('Symptoms').fill('Chest feels tight on the stairs.');
  await join.getByLabel('First visit or follow-up').selectOption('First visit for this');
  await join.getByRole('radio', { name: /^High/u }).check();
  await expectAccessible(patient);
  await join.getByRole('button', { name: 'Send Request' }).click();
  await expect(patient.getByRole('dialog', { name: 'Queue Request Sent!' })).toBeVisible();
  await expectAccessible(patient);
  await patient.getByRole('link', { name: 'Go to My Queue' }).click();
  await expect(patient.getByText('Pending Approval', { exact: true })).toBeVisible();
  await expect(patient.getByText('Live Updates')).toBeVisible();
  await expectAccessible(patient);

  // The request appears at the desk live; the staff approve both.
  const request = admin.getByRole('article', { name: 'Asha Verma' });
  await expect(request).toContainText('Chest feels tight on the stairs.');
  await expect(request).toContainText('HIGH');
  await expect(request).toContainText('First visit (the patient says)');
  await expect(request).toContainText(patientEmail);
  await expectAccessible(admin);
  const approveRavi = admin.getByRole('article', { name: 'Ravi Kumar' });
  await approveRavi.getByRole('button', { name: 'Approve' }).click();
  await expect(approveRavi.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('No Pending Requests')).toBeVisible();

  // The patient sees the place and the wait live.
  const place = patient.getByRole('main');
  await expect(place.getByText('1 person is ahead of you', { exact: true })).toBeVisible();
  await expectAccessible(patient);
  const waitBefore = await waitShown(patient);

  // The doctor's console opens in its own tab.
  await admin.getByRole('link', { name: 'Doctors', exact: true }).click();
  const opening = admin.waitForEvent('popup');
  await card.getByRole('link', { name: /^Open console/u }).click();
  const room = await opening;
  const roomLoads = countLoads(room);
  await expect(room.getByRole('heading', { level: 1 })).toHaveText('Doctor Console');
  await expect(room.getByText('Ravi Kumar').first()).toBeVisible();
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Call In' }).click();
  await expect(room.getByRole('button', { name: 'Complete Consultation' })).toBeVisible();
  await expectAccessible(room);

  // One patient fewer is ahead. The position updates live, and the wait updates when that patient's
  // visit ends.
  await expect(place.getByText('You are next', { exact: true })).toBeVisible();
  await expect(place.getByText('1 person is ahead of you', { exact: true })).toHaveCount(0);
  await expectAccessible(patient);

  await room.getByRole('button', { name: 'Complete Consultation' }).click();
  await expect.poll(() => waitShown(patient), 'the wait is another one now').not.toBe(waitBefore);
  await expect(room.getByText('Asha Verma').first()).toBeVisible();
  await expect(room.getByText('First visit (the patient says)').first()).toBeVisible();
  await room.getByRole('button', { name: 'Call In' }).click();
  await expect(place.getByText('It is your turn', { exact: true }).first()).toBeVisible();
  await expectAccessible(patient);
  await room.getByRole('button', { name: 'Complete Consultation' }).click();
  await expect(room.getByText('No Patients in Queue')).toBeVisible();
  await expectAccessible(room);

  // The visit appears in the patient's history.
  await expect(place.getByText('Your visit is complete')).toBeVisible();
  const visit = place.getByRole('listitem').filter({ hasText: 'Dr. Meera Kulkarni' });
  await expect(visit.getByText('Completed', { exact: true })).toBeVisible();
  await expectAccessible(patient);

  expect([adminLoads(), patientLoads(), roomLoads()], 'no page was loaded again').toEqual([
    // The patient's browser loaded two documents, because the landing page is a document of its
    // own.
    1, 2, 0,
  ]);
});

async function fillHospital(page: Page): Promise<void> {
  await page.getByLabel('Hospital name').fill('Wada Clinic');
  await page.getByLabel('Hospital type').selectOption('clinic');
  await page.getByLabel('Address', { exact: true }).fill('12 Station Road');
  await page.getByLabel('City').fill('Nashik');
  await page.getByLabel('State').fill('Maharashtra');
  await page.getByLabel('ZIP code').fill('422001');
  await page.getByLabel('Hospital phone').fill('+912532500100');
  await page.getByLabel('Hospital email').fill('desk@wada.example');
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** The estimated wait as the patient reads it. */
async function waitShown(patient: Page): Promise<string> {
  const texts = await patient
    .getByText(/^(?:About|Up to) .+ (?:minutes?|hours)$|^Calculating\.\.\.$|^Not known yet$/u)
    .allInnerTexts();
  return texts.join(' ');
}
