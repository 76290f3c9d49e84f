/**
 * Tests reminders on the screens: an administrator chooses their times, a patient answers one by its
 * link without signing in, and the desk sees who has not confirmed.
 */
import { roundTheClock } from '@baari/contract/constants.ts';

import { bookAppointment, bookForPatient } from '@baari/contract/visit/appointment.ts';
import { call } from './support/api.ts';
import { mondayAt } from './hospital-day/day-hospital.ts';
import { expect, test } from './support/fixtures.ts';
import { expectHindiOnly, readInHindi } from './support/language.ts';
import { expectSound, expectSoundBriefly } from './support/looks.ts';
import { pathMailedTo } from './support/outbox.ts';
import { keepHours, makePatient, makePlace, makeStaff } from './support/people.ts';

// The test moves the server's clock to the times of the reminders, so it needs its own server.
test.use({ demo: false, dayBegins: mondayAt('09:30') });

test('a hospital chooses when it reminds, a patient confirms by the link without signing in, chooses another time and cancels, and the desk sees each answer [REM-1, REM-2, APPT-1] @gate', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(240_000);
  const place = await makePlace(server.origin, 'Sonali Clinic', 'Dr. Prem Shah');
  await keepHours(place.admin, place.hospital, roundTheClock);
  const nurse = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const patient = await makePatient(server.origin, 'Asha Verma');

  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.goto('/hospital/dashboard?view=appointments');
  const settings = admin.getByRole('region', { name: 'Reminders of appointments' });
  await expect(settings.getByRole('checkbox', { name: 'One day before' })).toBeChecked();
  await settings.getByRole('checkbox', { name: 'Two hours before' }).check();
  await expect(settings.getByRole('checkbox', { name: 'Two hours before' })).toBeEnabled();
  await expectSoundBriefly(admin);

  const own = await (await newBrowser(patient)).newPage();
  await own.goto('/patient/dashboard?view=profile');
  const choice = own.getByRole('region', { name: 'Reminders of my appointments' });
  const switched = choice.getByRole('switch', { name: 'My own choice' });
  await expect(switched).not.toBeChecked();
  await switched.check();
  await expect(choice.getByRole('checkbox', { name: 'One day before' })).toBeChecked();
  await expectSoundBriefly(own);
  await switched.uncheck();
  await expect(choice.getByRole('checkbox')).toHaveCount(0);
  // The clock moves by hours, which ends the sessions of idle pages.
  await Promise.all([admin.close(), own.close()]);

  // On Tuesday at 14:00, so the two reminders come on Monday at 14:00 and on Tuesday at 12:00.
  const date = new Date(mondayAt('00:00') + 30 * 3_600_000).toISOString().slice(0, 10);
  const body = { doctorId: place.doctor.id, date, time: '14:00' };
  await call(patient, bookAppointment, { body });
  const patientWithoutAccount = { kind: 'new', name: 'Bina Walks', phone: '' } as const;
  await call(nurse, bookForPatient, {
    body: { doctorId: place.doctor.id, date, time: '15:00', patient: patientWithoutAccount },
  });
  await server.moveTo(mondayAt('14:01') - Date.now());
  const link = await pathMailedTo(server.origin, patient.email, /\/booking#[\w-]+/u);

  const desk = await (await newBrowser(nurse)).newPage();
  await desk.goto(`/staff/dashboard?view=appointments&date=${date}`);
  const row = desk.getByRole('listitem').filter({ hasText: 'Asha Verma' });
  await expect(row.getByText('Not confirmed')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Confirmed by phone/u })).toBeVisible();
  const other = desk.getByRole('listitem').filter({ hasText: 'Bina Walks' });
  await expect(other.getByText('Not confirmed')).toHaveCount(0);
  await expectSound(desk);

  const phone = await (await newBrowser()).newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Your appointment' })).toBeVisible();
  await expect(phone.getByText('Asha')).toHaveCount(0);
  await expectSound(phone);
  await phone.getByRole('button', { name: 'I am coming' }).click();
  const thanks = phone.getByText('Thank you. Sonali Clinic now knows that you are coming.');
  await expect(thanks).toBeVisible();
  await expect(phone.getByRole('button', { name: 'I am coming' })).toHaveCount(0);
  await desk.reload();
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible();

  await phone.getByRole('button', { name: 'Choose another time' }).click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByLabel('Date').fill(date);
  await dialog.getByRole('radio', { name: /^4:00/u }).check();
  await expectSoundBriefly(phone);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(phone.getByText('Your appointment was moved.')).toBeVisible();
  await expect(thanks).toHaveCount(0);
  await expect(phone.getByText(/4:00.pm/u).first()).toBeVisible();

  await readInHindi(phone);
  await expect(phone.getByRole('button', { name: 'मैं नहीं आ सकता/सकती' })).toBeVisible();
  await expectHindiOnly(
    phone,
    new Set(['Sonali Clinic', 'Dr. Prem Shah', place.doctor.department]),
  );
  await phone.getByRole('button', { name: 'मैं नहीं आ सकता/सकती' }).click();
  await expectSoundBriefly(phone);
  await phone.getByRole('dialog').getByRole('button', { name: 'रद्द करें' }).click();
  await expect(phone.getByText('यह अपॉइंटमेंट रद्द है')).toBeVisible();
  await desk.reload();
  await expect(row.getByText('Cancelled')).toBeVisible();
});

test('the page of a reminder’s link says if the link is unknown, and can load again after an error [REM-2, ERR-1]', async ({
  page,
  trouble,
}) => {
  trouble.allow(/^(?:404|503) POST \/api\/appointments\/link\/read/u);
  await page.goto(`/booking#${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectSoundBriefly(page);
  await page.goto('/booking');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  const away = { error: 'Away.', details: 'The database is being moved.', code: 'unavailable' };
  await page.route('**/api/appointments/link/read', (route) =>
    route.fulfill({ status: 503, json: away }),
  );
  await page.goto(`/booking#${'y'.repeat(43)}`);
  await expect(
    page.getByRole('heading', { name: 'The appointment could not be loaded' }),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});
