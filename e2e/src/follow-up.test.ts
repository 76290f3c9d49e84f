/** Tests a follow-up on the screens of the doctor and the patient, from setting it to booking it. */
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { readFile } from 'node:fs/promises';
import { call } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSound } from './support/looks.ts';
import { line, makePatient, makePlace, makeStaff } from './support/people.ts';

test.use({ demo: false });

test('a doctor sets a follow-up in four weeks, the desk reads it, and the patient books that day and adds it to the calendar; after the doctor has removed it the patient sees none [CONS-2, PAT-11, APPT-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Isha Nair');
  const nurse = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const patient = await makePatient(server.origin, 'Asha Verma');
  const { id } = await line(place, patient);
  await call(place.admin, startConsultation, { id });

  const console = await (await newBrowser(place.admin)).newPage();
  await console.goto(`/doctor/console/${place.doctor.id}`);
  await console.getByRole('button', { name: /^Set follow-up/u }).click();
  const dialog = console.getByRole('dialog', { name: 'When should the patient come back?' });
  await dialog.getByRole('button', { name: 'Save follow-up' }).click();
  await expect(dialog.getByText('Choose when the patient should come back.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Another time' }).check();
  await dialog.getByLabel('Number').fill('105');
  await dialog.getByRole('button', { name: 'Save follow-up' }).click();
  await expect(dialog.getByText('The number must be between 1 and 104.')).toBeVisible();
  await expectSound(console);
  await dialog.getByRole('radio', { name: '4 weeks' }).check();
  await dialog.getByLabel('Reason').fill('Blood pressure');
  await dialog.getByRole('button', { name: 'Save follow-up' }).click();
  const section = console.getByRole('region', { name: 'Follow-up' });
  await expect(section).toContainText('Come back around');
  await expect(section).toContainText('Blood pressure');
  await expectSound(console);
  await console.getByRole('button', { name: 'Complete Consultation' }).click();

  const page = await (await newBrowser(patient)).newPage();
  await page.goto(`/patient/visits/${id}`);
  await expect(page.getByText('Come back around')).toBeVisible();
  await expect(page.getByText('Blood pressure')).toBeVisible();
  await expectSound(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('follow-up.ics');
  const [, year = '', month = '', day = ''] =
    /DTSTART;VALUE=DATE:(\d{4})(\d{2})(\d{2})/u.exec(await readFile(await file.path(), 'utf8')) ??
    [];
  await page.getByRole('link', { name: /^Book with Dr\. Isha Nair around/u }).click();
  await page.getByRole('button', { name: /^Book Appointment/u }).click();
  const booking = page.getByRole('dialog');
  await expect(booking.getByLabel('Date')).toHaveValue(`${year}-${month}-${day}`);
  await expect(booking.getByRole('combobox', { name: /First visit or follow-up/u })).toHaveValue(
    'follow_up',
  );
  await expectSound(page);

  const desk = await (await newBrowser(nurse)).newPage();
  await desk.goto(`/staff/queue/${place.hospital.id}`);
  await desk.getByRole('button', { name: 'Today', exact: true }).click();
  await desk.getByRole('button', { name: 'Follow-up · Asha Verma' }).click();
  const read = desk.getByRole('dialog', { name: 'Follow-up' });
  await expect(read).toContainText('Blood pressure');
  await expect(read.getByRole('button', { name: 'Save follow-up' })).toHaveCount(0);
  await expectSound(desk);

  await console.getByRole('button', { name: /^Follow-up/u }).click();
  await dialog.getByRole('button', { name: 'Remove follow-up' }).click();
  await expect(console.getByText('Follow-up removed')).toBeVisible();
  await page.goto(`/patient/visits/${id}`);
  await expect(page.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Book again/u })).toBeVisible();
  await expect(page.getByText('Come back around')).toHaveCount(0);
});
