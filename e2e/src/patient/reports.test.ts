/**
 * Tests of reports: the desk writes one with a file, the patient reads and saves the report and the
 * file, and markup is shown as plain text.
 */
import { readFile } from 'node:fs/promises';
import { makeTicket } from '@baari/contract/visit/arrival.ts';
import { listHospitalReports } from '@baari/contract/visit/report.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makeDoctor, makePatient, makePlace, signIn } from '../support/people.ts';

const onePage = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >> endobj
trailer << /Root 1 0 R >>
%%EOF
`;
const marks = '<img src=x onerror=alert(1)>';

test('a patient finds, reads and saves a report that has a file [RPT-1, ADM-7, PAT-13, ROUTE-12, ROUTE-15, ROUTE-21] @gate', async ({
  page,
  context,
  server,
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^415 PUT /u);
  const place = await makePlace(server.origin, 'Neem Clinic', 'Dr. Leela Pawar');
  const patient = await makePatient(server.origin, 'Devika Menon');
  await line(place, patient);
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=reports');
  await expect(page.getByRole('heading', { name: 'No reports found' })).toBeVisible();
  await page.getByRole('button', { name: 'Write report' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Write report' });
  await dialog.getByRole('button', { name: 'Save report' }).press('Enter');
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('combobox', { name: 'Patient' }).selectOption({ index: 1 });
  await dialog.getByRole('combobox', { name: 'Doctor' }).selectOption('Dr. Leela Pawar');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Lab Results');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Thyroid panel');
  await dialog.getByRole('textbox', { name: 'Summary' }).fill(`${marks}\nसामान्य`);
  const file = { name: 'panel.pdf', mimeType: 'application/pdf' };
  const chooser = dialog.getByLabel('File', { exact: true });
  await chooser.setInputFiles({ ...file, buffer: Buffer.from('<html>') });
  // A double click saves one report, though the second click comes before the button is disabled.
  await dialog.getByRole('button', { name: 'Save report' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(dialog.getByText('The report is saved, but its file is not.')).toBeVisible();
  await chooser.setInputFiles({ ...file, buffer: Buffer.from(onePage) });
  await dialog.getByRole('button', { name: 'Send file' }).click();
  // A low-priority thread cleans the file, which may take a minute on a busy machine.
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Thyroid panel' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Date' }).selectOption('This Week');
  await expect(page).toHaveURL(/period=week/u);
  await expect(page.getByText('Devika Menon')).toBeVisible();
  await expectSoundBriefly(page);

  const own = await (await newBrowser(patient)).newPage();
  const names = collectNames(own);
  await own.setViewportSize({ width: 360, height: 740 });
  await own.goto('/patient/reports');
  await own.getByRole('button', { name: 'View Thyroid panel' }).press('Enter');
  const report = own.getByRole('dialog', { name: 'Thyroid panel' });
  await expect(report.getByText(marks)).toBeVisible();
  await expectSound(own);
  for (const [button, start] of [
    ['Download file Thyroid panel', '%PDF-1.7\n'],
    ['Download as PDF Thyroid panel', '%PDF-'],
  ] as const) {
    const [download] = await Promise.all([
      own.waitForEvent('download'),
      report.getByRole('button', { name: button }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/u);
    expect((await readFile(await download.path(), 'latin1')).startsWith(start)).toBe(true);
  }
  await own.keyboard.press('Escape');
  await own.getByRole('searchbox').fill('nothing like it');
  await expect(own.getByRole('heading', { name: 'No Reports Found' })).toBeVisible();
  await own.getByRole('button', { name: 'Show all reports' }).click();
  await expect(own.getByRole('heading', { name: 'Thyroid panel' })).toBeVisible();

  await own.getByRole('link', { name: 'Neem Clinic' }).click();
  await expect(own).toHaveURL(`/patient/hospital/${place.hospital.id}/reports`);
  await expect(own.getByRole('heading', { name: 'Reports from Neem Clinic' })).toBeVisible();
  await own.goto('/patient/dashboard?view=reports');
  await expect(own.getByRole('heading', { name: 'My Reports' })).toBeVisible();
  await readInHindi(own);
  await expect(own.getByRole('heading', { name: 'Thyroid panel' })).toBeVisible();
  await expectHindiOnly(own, names);
});

test('reports that cannot be loaded show an error and can be retried [PAT-13, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  const patient = await makePatient(server.origin, 'Kiran Shah');
  await signIn(context, patient);
  await page.route('**/api/reports?**', (route) => route.abort());
  await page.route('**/api/reports', (route) => route.abort());
  trouble.allow(/GET \/api\/reports$/u);
  await page.goto('/patient/reports');
  await expect(page.getByRole('heading', { name: 'The reports could not be loaded' })).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute('**/api/reports?**');
  await page.unroute('**/api/reports');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No Reports Found' })).toBeVisible();
});

test('a report that an administrator writes in a doctor’s console is saved under that doctor’s name unless another doctor is chosen [RPT-1, ROUTE-25]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Saptaparni Clinic', 'Dr. Ila Bose');
  await makeDoctor(place.admin, 'Dr. Aarti Zutshi');
  await line(place, await makePatient(server.origin, 'Ekta Nair'));
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByRole('button', { name: 'Write report' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Write report' });
  await expect(dialog.getByRole('combobox', { name: 'Doctor' })).toHaveValue(place.doctor.id);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Visit');
  await dialog.getByRole('button', { name: 'Save report' }).click();
  await expect(dialog).toBeHidden();
  const { reports } = await call(place.admin, listHospitalReports);
  expect(reports.map(({ doctorName }) => doctorName)).toEqual(['Dr. Ila Bose']);
});

test('scanning a ticket or token finds the patient of a report, and does not submit the form [DESK-11, RPT-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Chafa Clinic', 'Dr. Mukta Joshi');
  await line(place, await makePatient(server.origin, 'Farida Khan'));
  const entry = await line(place, await makePatient(server.origin, 'Girish Oak'));
  const { ticket } = await call(place.admin, makeTicket, { id: entry.id });
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto('/hospital/dashboard?view=reports');
  for (const scanned of [ticket.url, (entry.token ?? '').replace('-', '').toLowerCase()]) {
    await page.getByRole('button', { name: 'Write report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write report' });
    await dialog.getByRole('searchbox').pressSequentially(scanned);
    await dialog.getByRole('searchbox').press('Enter');
    await expect(dialog.getByRole('combobox', { name: 'Patient' })).toHaveValue(entry.patient.id);
    await expect(dialog.getByText('This field is required.')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
