/** A doctor's timetable: an administrator makes it, a patient books one of its times. */
import { roundTheClock, weekdays } from '@baari/contract/constants.ts';
import { getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { zoneWhereItIs } from '../../../server/src/testing/test-zones.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { keepHours, makePatient, makePlace, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_TIMETABLES'];

/** The date this many days later, and the English name of its weekday. */
function dayOf(date: string, days: number) {
  const at = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  const name = weekdays[(at.getUTCDay() + 6) % 7] ?? '';
  return {
    date: at.toISOString().slice(0, 10),
    weekday: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  };
}

test('an administrator gives a doctor an evening timetable, a patient books 5:40 pm, and two editors do not overwrite each other [APPT-1, DOC-1, PAT-8] @gate', async ({
  page,
  context,
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/hospital\/doctors\/[\w-]+\/timetable$/u);
  const place = await makePlace(server.origin, 'Rajani Clinic', 'Dr. Tara Evans');
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(6, new Date()));
  const { today } = await call(place.admin, getDoctorSlots, { id: place.doctor.id });
  const tomorrow = dayOf(today, 1);
  await signIn(context, place.admin);

  await page.goto('/hospital/dashboard');
  await page.getByRole('link', { name: 'Hours', exact: true }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Hours of Dr. Tara Evans' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Make a timetable' }).click();
  await page.getByRole('button', { name: 'Add session', exact: true }).click();
  const dialog = windowOn(page);
  await dialog.getByRole('checkbox', { name: tomorrow.weekday }).check();
  await dialog.getByLabel('From', { exact: true }).fill('17:00');
  await dialog.getByLabel('To', { exact: true }).fill('21:00');
  await dialog.getByLabel('Minutes for each patient').fill('20');
  await expect(dialog.getByText('Offers 12 times a day: 5:00 pm to 8:40 pm.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add session' }).click();
  const preview = page.getByRole('region', { name: 'The next 14 days with this timetable' });
  const line = preview.getByRole('listitem').filter({ hasText: tomorrow.weekday });
  await expect(line.first()).toContainText('12 times');
  await expect(preview.getByText('All bookings fit.')).toBeVisible();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  await expect(page.getByText('The timetable is saved')).toBeVisible();

  const patient = await makePatient(server.origin, 'Uma Kale');
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto(`/patient/doctor/${place.doctor.id}`);
  await phone.getByRole('button', { name: 'Book Appointment with Dr. Tara Evans' }).click();
  const booking = windowOn(phone);
  await booking.getByLabel('Date').fill(today);
  await expect(booking.getByText('There are no times on this day.')).toBeVisible();
  await booking.getByRole('button', { name: /^Next free day/u }).click();
  await expect(booking.getByLabel('Date')).toHaveValue(tomorrow.date);
  await expect(booking.getByRole('group', { name: 'Evening' }).getByRole('radio')).toHaveCount(12);
  await booking.getByText('5:40 pm').click();
  await booking.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(phone.getByText('Appointment booked', { exact: true })).toBeVisible();
  await phone.goto('/patient/queue');
  const mine = phone.getByRole('region', { name: 'My Appointments' });
  await expect(mine.getByRole('time')).toContainText(/5:40 pm/iu);

  // Two windows open the editor; the first to save moves the session to six o'clock.
  const other = await context.newPage();
  await page.reload();
  await other.goto(page.url());
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Edit timetable' }).click();
    await each
      .getByRole('button', { name: 'Show this week' })
      .or(each.getByText('This week'))
      .first()
      .waitFor();
  }
  await expect(
    page.getByRole('button', { name: `Copy ${tomorrow.weekday} to other days` }),
  ).toBeVisible();
  const block = /^Edit session: Booked/u;
  for (const each of [page, other]) {
    if (!(await each.getByRole('button', { name: block }).isVisible())) {
      await each.getByRole('button', { name: 'Next week' }).click();
    }
  }
  await other.getByRole('button', { name: block }).click();
  await windowOn(other).getByLabel('From', { exact: true }).fill('18:00');
  await windowOn(other).getByRole('button', { name: 'Apply' }).click();
  await expect(other.getByText('1 booking no longer fits', { exact: true })).toBeVisible();
  if (picturesIn !== undefined) {
    await other.screenshot({ path: `${picturesIn}/editor-1280.png`, fullPage: true });
  }
  await expectSoundBriefly(other);
  await other.getByRole('button', { name: 'Save timetable' }).click();
  await expect(other.getByText('1 appointment is outside the doctor’s hours')).toBeVisible();

  await page.getByRole('button', { name: block }).click();
  await windowOn(page).getByLabel('To', { exact: true }).fill('20:00');
  await windowOn(page).getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  const conflict = page.getByRole('group', { name: 'Timetable', exact: true });
  await expect(conflict).toContainText('5:00 pm – 8:00 pm');
  await expect(conflict).toContainText('6:00 pm – 9:00 pm');
  await conflict.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Save timetable' }).click();
  await expect(page.getByText('The timetable is saved')).toBeVisible();
  const month = page.getByRole('region', { name: 'How full the month is' });
  if (tomorrow.date.slice(0, 7) !== today.slice(0, 7)) {
    await month.getByRole('button', { name: 'Next month' }).click();
  }
  await expect(month.getByText(/: 8 of 9 places free\. 1 booking$/u)).toBeAttached();
});
