/** Browser tests of report access, emergency access and what a patient shares. */
import { saveProfile } from '@baari/contract/patient/profile.ts';
import { createReport } from '@baari/contract/visit/report.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { line, makePatient, makePlace, makeStaff, signIn } from '../support/people.ts';
import { delay, refuse } from '../support/routing.ts';

const summary = 'Saffron-coloured spots';

test('the treating doctor opens a report and the desk cannot; a colleague must give a reason, which administrator and patient see [SEC-25, RPT-1] @gate', async ({
  page,
  context,
  server,
  newBrowser,
}) => {
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Palash Sen');
  const colleague = await makeStaff(place, 'Ketaki Joshi', 'doctor');
  const patient = await makePatient(server.origin, 'Devika Menon');
  const entry = await line(place, patient);
  await call(place.admin, createReport, {
    body: {
      patientId: entry.patient.id,
      doctorId: place.doctor.id,
      type: 'consultation',
      title: 'Skin',
      summary,
    },
  });
  const desk = await makeStaff(place, 'Rekha Rane', 'receptionist');
  const atDesk = await (await newBrowser(desk)).newPage();
  await atDesk.goto('/staff/dashboard?view=reports');
  await expect(atDesk.getByRole('heading', { name: 'Skin' })).toBeVisible();
  await expect(
    atDesk.getByText('Only staff who treat the patient can read this report.'),
  ).toBeVisible();
  await expect(atDesk.getByRole('button', { name: /View|Download|emergency/u })).toHaveCount(0);
  await expectSound(atDesk);

  const theirs = await (await newBrowser(colleague)).newPage();
  await theirs.setViewportSize({ width: 360, height: 740 });
  await theirs.goto('/staff/dashboard?view=reports');
  await theirs.getByRole('button', { name: 'Open in an emergency Devika Menon' }).press('Enter');
  const dialog = theirs.getByRole('dialog', { name: 'Open the reports of Devika Menon?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('urgent');
  await dialog.getByRole('button', { name: 'Open the reports' }).click();
  await expect(dialog.getByText('Give a reason in a few words.')).toBeVisible();
  await expectSound(theirs);
  await dialog.getByRole('combobox').selectOption('A life is at risk');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Brought in unconscious.');
  await dialog.getByRole('button', { name: 'Open the reports' }).click();
  await expect(dialog).toBeHidden();
  await theirs.getByRole('button', { name: 'View Skin' }).click();
  await expect(theirs.getByText(summary)).toBeVisible();

  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=audit');
  await expect(page.getByText('1 emergency access to review')).toBeAttached();
  const opened = page.getByRole('region', { name: 'Opened in an emergency' });
  await expect(opened).toContainText('Ketaki Joshi opened the reports of Devika Menon');
  await expect(opened).toContainText('A life is at risk: Brought in unconscious.');
  await opened.getByRole('button', { name: 'Mark as reviewed' }).press('Enter');
  await expect(opened).toContainText('Reviewed by');
  await expect(page.getByText('1 emergency access to review')).toHaveCount(0);
  await expectSound(page);

  const own = await (await newBrowser(patient)).newPage();
  await own.goto('/patient/dashboard?view=profile');
  await expect(own.getByText('A doctor at Palash Clinic opened the reports of')).toBeVisible();

  await page.goto('/hospital/dashboard?view=team');
  const receptionistsRead = page.getByRole('switch', { name: 'Receptionists read every report' });
  await receptionistsRead.click();
  await expect(page.getByText('The access setting is saved')).toBeVisible();
  await expect(receptionistsRead).toBeChecked();
  await atDesk.reload();
  await atDesk.getByRole('button', { name: 'View Skin' }).click();
  await expect(atDesk.getByText(summary)).toBeVisible();
});

test('a doctor sees a patient’s profile while it is shared with the hospital, and no longer after the consent is withdrawn [SEC-26, PROF-1, CONS-2] @gate', async ({
  page,
  context,
  server,
  newBrowser,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Kadamba Rao');
  const patient = await makePatient(server.origin, 'Meena Iyer');
  await call(patient, saveProfile, {
    body: {
      name: 'Meena Iyer',
      insurance: { provider: 'Saffron Assurance' },
      preferences: {
        language: 'en',
        theme: 'light',
        notifications: { email: true, sms: false, push: false },
      },
    },
  });
  await line(place, patient);
  const doctors = await (await newBrowser(place.admin)).newPage();
  await doctors.goto(`/doctor/console/${place.doctor.id}`);
  await expect(doctors.getByText('Not shared with this hospital.')).toBeVisible();

  await signIn(context, patient);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/patient/dashboard?view=profile');
  const section = page.getByRole('region', { name: 'Kadamba Clinic' });
  const share = section.getByRole('switch', { name: 'Share my profile' });
  await expect(share).not.toBeChecked();
  await expect(section.getByRole('switch', { name: 'Messages and reminders' })).toBeChecked();
  await share.press('Space');
  await expect(section).toContainText('Given on');
  await expectSound(page);
  await doctors.reload();
  await expect(doctors.getByText('Saffron Assurance')).toBeVisible();
  await expectSound(doctors);

  await share.press('Space');
  await expect(section).toContainText('Withdrawn on');
  await expect(section.getByText('Earlier changes')).toBeVisible();
  await doctors.reload();
  await expect(doctors.getByText('Not shared with this hospital.')).toBeVisible();
  await expect(doctors.getByText('Saffron Assurance')).toHaveCount(0);
});

test('the page of consents shows a placeholder while loading, a retry after an error, and an explanation for a patient without a hospital [SEC-26, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  const consents = { method: 'GET', path: /^\/profile\/consents$/u };
  await signIn(context, await makePatient(server.origin, 'Ila Bose'));
  const release = await delay(page, consents);
  await page.goto('/patient/dashboard?view=profile');
  await expect(page.getByText('Loading what hospitals may do...')).toBeAttached();
  await release();
  await expect(page.getByText('No hospital knows you yet.')).toBeVisible();
  trouble.allow(/^403 GET \/api\/profile\/consents$/u);
  await refuse(page, consents, 'forbidden');
  await page.reload();
  const section = page.getByRole('region', { name: 'What hospitals may do' });
  await expect(section.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No hospital knows you yet.')).toBeVisible();
});
