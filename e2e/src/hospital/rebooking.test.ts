/**
 * Tests a doctor's day off on a day that has bookings. An administrator plans new times, changes
 * one, and moves all bookings together.
 */
import { roundTheClock } from '@baari/contract/constants.ts';
import { bookAppointment, getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { zoneWhereItIs } from '../../../server/src/testing/test-zones.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { readMails } from '../support/outbox.ts';
import { keepHours, makePatient, makePlace, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_TIMETABLES'];

function later(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

test('an administrator enters a day off with three bookings, edits one planned time, and moves all bookings with one message for each patient [APPT-1, DOC-1] @gate', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Malati Clinic', 'Dr. Leela Nair');
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(6, new Date()));
  const doctorId = place.doctor.id;
  const { today } = await call(place.admin, getDoctorSlots, { id: doctorId });
  const [dayOff, next, byHand] = [later(today, 2), later(today, 3), later(today, 5)];
  const patients = [];
  for (const [name, time] of [
    ['Asha Verma', '09:00'],
    ['Bela Kale', '10:00'],
    ['Chitra Sen', '14:00'],
  ] as const) {
    const patient = await makePatient(server.origin, name);
    await call(patient, bookAppointment, { body: { doctorId, date: dayOff, time } });
    patients.push(patient);
  }
  await signIn(context, place.admin);
  await page.goto(`/hospital/dashboard?view=hours&doctor=${doctorId}`);
  await page.getByLabel('First day', { exact: true }).fill(dayOff);
  await page.getByRole('button', { name: 'Add days off' }).click();
  await page.getByRole('button', { name: 'Move them together' }).click();
  const dialog = windowOn(page);
  const rowOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('Asha Verma')).toContainText('Day off');
  await expect(dialog.getByRole('button', { name: 'Move 3 bookings' })).toBeVisible();
  await rowOf('Bela Kale').getByRole('button', { name: 'Change time' }).click();
  await rowOf('Bela Kale').getByLabel('Date').fill(byHand);
  await rowOf('Bela Kale').getByLabel('Time', { exact: true }).selectOption('15:00');
  await expect(rowOf('Bela Kale')).toContainText('3:00 pm');
  if (picturesIn !== undefined) {
    for (const [width, scheme] of [
      [1280, 'light'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${picturesIn}/rebooking-${width}-${scheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await expectSoundBriefly(page);
  await dialog.getByLabel(/^Message to all of them/u).fill('We are sorry.');
  await dialog.getByRole('button', { name: 'Move 3 bookings' }).click();
  await expect(page.getByText('3 bookings were moved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move them together' })).toBeHidden();

  for (const patient of patients) {
    const moved = async () => {
      const answer = await fetch(`${server.origin}/dev/outbox.json`);
      return readMails(await answer.json()).filter(
        ({ recipient, subject }) =>
          recipient.includes(patient.email) && subject.startsWith('The hospital moved'),
      );
    };
    await expect.poll(async () => (await moved()).length).toBe(1);
    const [mail] = await moved();
    expect(mail?.plain).toContain('Before: ');
    expect(mail?.plain).toContain('Dr. Leela Nair is away on the day of your old appointment.');
    expect(mail?.plain).toContain('Message from the hospital: We are sorry.');
  }
  const [, bela] = patients;
  const phone = await (await newBrowser(bela)).newPage();
  await phone.goto('/patient/queue');
  const mine = phone.getByRole('region', { name: 'My Appointments' });
  await expect(mine.getByRole('time')).toContainText(/3:00 pm/iu);
  const { slots } = await call(place.admin, getDoctorSlots, {
    id: doctorId,
    query: { date: next },
  });
  expect(slots.filter(({ isFree }) => !isFree).map(({ time }) => time)).toEqual(['09:00', '14:00']);
});
