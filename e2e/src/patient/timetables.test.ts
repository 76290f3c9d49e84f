/**
 * Tests of a doctor's timetable: an administrator makes it, and a patient books one of its times.
 */
import { roundTheClock, weekdays } from '@baari/contract/constants.ts';
import { saveTimetable } from '@baari/contract/hospital/timetable.ts';
import { requestPlace } from '@baari/contract/queue/queue.ts';
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

test('an administrator gives a doctor evening hours, a patient books 5:40 pm, and two editors of the timetable do not overwrite each other [APPT-1, DOC-1, PAT-8] @gate', async ({
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

  // Two browser pages open the timetable editor. The user who saves first moves the session to six
  // o'clock.
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

test('a first-time patient sees only times that fit a first visit, and a full walk-in session says when to ask again [APPT-1, PAT-8, QST-1]', async ({
  context,
  newBrowser,
  server,
  page,
}) => {
  const place = await makePlace(server.origin, 'Vasanta Clinic', 'Dr. Asha Borkar');
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(8, new Date()));
  const id = place.doctor.id;
  const { today } = await call(place.admin, getDoctorSlots, { id });
  const when = { weekdays: [...weekdays], date: null, validFrom: null, validUntil: null };
  const booked = {
    ...when,
    kind: 'booked' as const,
    from: '17:00',
    to: '18:00',
    slotMinutes: 10,
    places: 1,
    bufferMinutes: 0,
    walkInPercent: 0,
    lengths: { new: 20, follow_up: 10 },
    reservedPlaces: 1,
  };
  const walkIn = { ...when, kind: 'open' as const, from: '07:00', to: '12:00', places: 1 };
  const body = { sessions: [walkIn, booked] };
  await call(place.admin, saveTimetable, { id, body });
  const patient = await makePatient(server.origin, 'Uma Kale');
  const phone = await (await newBrowser(patient)).newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`/patient/doctor/${id}`);
  await phone.getByRole('button', { name: 'Book Appointment with Dr. Asha Borkar' }).click();
  const booking = windowOn(phone);
  await booking.getByLabel('Date').fill(dayOf(today, 1).date);
  await expect(booking.getByRole('radio')).toHaveCount(6);
  await expect(booking.getByRole('radio', { name: /^5:00 pm/u })).toBeDisabled();
  await booking.getByLabel('First visit or follow-up').selectOption('First visit for this');
  await expect(booking.getByRole('radio')).toHaveCount(5);
  await expect(booking.getByText('This visit takes 20 minutes.')).toBeVisible();
  await booking.getByText('5:20 pm').click();
  await expectSoundBriefly(phone);
  await booking.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(phone.getByText('Appointment booked', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Book Appointment with Dr. Asha Borkar' }).click();
  await booking.getByLabel('Date').fill(dayOf(today, 1).date);
  await expect(booking.getByRole('radio', { name: /^5:30 pm/u })).toBeDisabled();
  if (picturesIn !== undefined) {
    await phone.evaluate(() => localStorage.setItem('baari_language', 'ur'));
    await phone.emulateMedia({ colorScheme: 'dark' });
    await phone.reload();
    await phone
      .getByRole('main')
      .getByRole('button')
      .filter({ hasText: 'اپائنٹمنٹ' })
      .first()
      .click();
    await booking.locator('input[type=date]').fill(dayOf(today, 1).date);
    await booking.getByRole('combobox').last().selectOption({ index: 1 });
    await booking.getByRole('radio').first().waitFor();
    await phone.screenshot({ path: `${picturesIn}/lengths-booking-ur-390-dark.png` });
    await booking.getByRole('radio').last().scrollIntoViewIfNeeded();
    await phone.screenshot({ path: `${picturesIn}/lengths-times-ur-390-dark.png` });
    await phone.evaluate(() => localStorage.setItem('baari_language', 'en'));
  }

  const first = await makePatient(server.origin, 'Ravi Menon');
  await call(first, requestPlace, { body: { doctorId: id } });
  await phone.goto(`/patient/doctor/${id}`);
  await expect(phone.getByText('Full now').first()).toBeVisible();
  await expect(
    phone.getByText(/^No more places for now\. You can request one again/u),
  ).toBeVisible();
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  await page.getByRole('link', { name: 'Hours', exact: true }).click();
  await page.getByRole('button', { name: 'Edit timetable' }).click();
  await expect(page.getByText('at most 1 patient').first()).toBeVisible();
  if (picturesIn !== undefined) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: `${picturesIn}/lengths-editor-1280.png`, fullPage: true });
    await page
      .getByRole('button', { name: /^Edit session: Booked/u })
      .first()
      .click();
    await windowOn(page).waitFor();
    await page.screenshot({ path: `${picturesIn}/lengths-session-1280.png` });
  }
});
