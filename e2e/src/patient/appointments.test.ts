/** Tests of booking, moving and cancelling an appointment, and of arriving on the day. */
import { bookAppointment, getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { hospitalTypes, roundTheClock } from '@baari/contract/constants.ts';
import { setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { getOwnHospital, saveOwnHospital } from '@baari/contract/hospital/hospital.ts';
import type { Page } from '@playwright/test';
import { zoneWhereItIs } from '../../../server/src/testing/test-zones.ts';
import type { Account } from '../support/api.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { keepHours, makePatient, makePlace, type Place, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

/**
 * A hospital that is always open, in a time zone where it is about 6 am, so that all of today's
 * times are free.
 */
async function makeEarlyPlace(origin: string, name: string, doctor: string): Promise<Place> {
  const place = await makePlace(origin, name, doctor);
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(6, new Date()));
  return place;
}

async function todayAt(place: Place): Promise<string> {
  const { today } = await call(place.admin, getDoctorSlots, { id: place.doctor.id });
  return today;
}

/**
 * The names of the page, and the time zones GMT and UTC, whose names are the same in every
 * language. For one hour a day the test's hospital is in UTC.
 */
function collectNamesAndZones(page: Page): Set<string> {
  return collectNames(page).add('GMT').add('UTC');
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function bookAt(patient: Account, place: Place, date: string, time: '09:00' | '10:00') {
  return call(patient, bookAppointment, { body: { doctorId: place.doctor.id, date, time } });
}

test('a patient books a free time, moves the booking and cancels it, in both languages [PAT-8, APPT-1, ROUTE-16] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Kamal Clinic', 'Dr. Odati Sen');
  const tomorrow = dayAfter(await todayAt(place));
  await bookAt(await makePatient(server.origin, 'Esha Nair'), place, tomorrow, '10:00');
  const patient = await makePatient(server.origin, 'Farida Khan');
  await signIn(context, patient);
  const names = collectNamesAndZones(page);
  await page.goto(`/patient/doctor/${place.doctor.id}`);

  await page.getByRole('button', { name: 'Book Appointment with Dr. Odati Sen' }).click();
  const dialog = windowOn(page);
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Date').fill(tomorrow);
  await expect(dialog.getByRole('radio', { name: /^10:00 am/iu })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await expectSoundBriefly(page);
  // By keyboard: choose the first time, move to the next free one, and confirm.
  await dialog.getByRole('radio', { name: /^9:00 am/iu }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^11:00 am/iu })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Appointment booked', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto('/patient/queue');
  const mine = page.getByRole('region', { name: 'My Appointments' });
  await expect(mine.getByRole('time')).toContainText(/11:00 am/iu);
  await expect(mine.getByRole('button', { name: 'I’m here' })).toBeHidden();
  await expectSoundBriefly(page);

  await mine.getByRole('button', { name: /^Reschedule/u }).click();
  await dialog.getByLabel('Date').fill(dayAfter(tomorrow));
  await dialog.getByText('4:00 pm').click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('Appointment moved', { exact: true })).toBeVisible();
  await expect(mine.getByRole('time')).toContainText(/4:00 pm/iu);

  await readInHindi(page);
  await expect(page.getByRole('region', { name: 'मेरे अपॉइंटमेंट' })).toBeVisible();
  await expectHindiOnly(page, names);
  await page.evaluate(() => localStorage.setItem('baari_language', 'en'));
  await page.reload();

  await mine.getByRole('button', { name: /^Cancel appointment/u }).click();
  const asked = page.getByRole('alertdialog', { name: 'Cancel this appointment?' });
  await asked.getByRole('button', { name: 'Cancel appointment' }).click();
  // The cancelled appointment is in the future, so it is not listed among the past ones.
  await expect(mine.getByText('1 cancelled appointment')).toBeVisible();
  await expect(mine.getByText('Cancelled', { exact: true })).toBeHidden();
  await mine.getByText('1 cancelled appointment').click();
  await expect(mine.getByText('Cancelled', { exact: true })).toBeVisible();

  await call(place.admin, setDoctorStatus, { id: place.doctor.id, body: { status: 'offline' } });
  await page.goto(`/patient/doctor/${place.doctor.id}`);
  await expect(page.getByRole('button', { name: /^Book Appointment/u })).toBeDisabled();
  await expect(page.getByText('appointments cannot be booked right now')).toBeVisible();
});

test('a patient with an appointment today checks in and joins the queue at once, and the staff see the patient in the queue [APPT-1]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Ketaki Clinic', 'Dr. Padma Rao');
  const patient = await makePatient(server.origin, 'Girija Pai');
  await bookAt(patient, place, await todayAt(place), '09:00');
  await signIn(context, patient);
  await page.goto('/patient/queue');
  // Three hours before the appointment patients cannot check in themselves yet, unless the hospital
  // allows it.
  await expect(page.getByText('you can check in here from 8:00 am')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I’m here' })).toBeHidden();
  await checkInFrom(place, 240);
  await page.reload();
  const desk = await (await newBrowser(place.admin)).newPage();
  const names = collectNamesAndZones(desk);
  await desk.goto('/hospital/dashboard?view=appointments');
  await expect(desk.getByRole('heading', { name: 'Appointments', level: 1 })).toBeVisible();
  const ofDoctor = desk.getByRole('region', { name: 'Dr. Padma Rao' });
  await expect(ofDoctor.getByRole('listitem')).toContainText(/9:00 am\s*Girija Pai/iu);
  await expect(ofDoctor.getByText('Booked', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'I’m here' }).click();
  await page.getByRole('button', { name: 'Yes, I’m here' }).click();
  await expect(page.getByText('You are next', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your appointment is at 9:00 am\./iu)).toBeVisible();
  await desk.reload();
  await expect(ofDoctor.getByText('Checked in', { exact: true })).toBeVisible();
  await expectSoundBriefly(desk);
  await desk.getByRole('button', { name: 'Next day' }).click();
  await expect(desk.getByText('No appointments', { exact: true })).toBeVisible();
  await desk.goBack();
  await desk.goto('/staff/dashboard?view=appointments');
  await readInHindi(desk);
  await expect(desk.getByRole('region', { name: 'Dr. Padma Rao' })).toBeVisible();
  await expectHindiOnly(desk, names);
});

/** Sets how many minutes before the appointment patients may check in. */
async function checkInFrom({ admin }: Place, checkInMinutes: number): Promise<void> {
  const { hospital } = await call(admin, getOwnHospital, {});
  const { type, website, ...profile } = hospital;
  const kind = hospitalTypes.find((known) => known === type) ?? 'clinic';
  const hours = { operating_hours: roundTheClock, website: website ?? '', type: kind };
  await call(admin, saveOwnHospital, { body: { ...profile, ...hours, checkInMinutes } });
}

test('a patient far from the hospital who presses “I’m here” is asked to confirm, and can undo the check-in and keep the appointment [APPT-1, ARR-1]', async ({
  page,
  context,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Champa Clinic', 'Dr. Uday Iyer');
  await checkInFrom(place, 240);
  const patient = await makePatient(server.origin, 'Indira Menon');
  await bookAt(patient, place, await todayAt(place), '09:00');
  await signIn(context, patient);
  const names = collectNamesAndZones(page);
  await page.goto('/patient/queue');
  const here = page.getByRole('button', { name: 'I’m here', exact: true });
  const asked = page.getByRole('alertdialog');
  await here.click();
  await expect(asked.getByText(/You are expected about 9:00 am/iu)).toBeVisible();
  await expectSoundBriefly(page);
  await asked.getByRole('button', { name: 'Not yet' }).click();
  await expect(asked).toBeHidden();
  await here.click();
  await asked.getByRole('button', { name: 'Yes, I’m here' }).click();
  await expect(page.getByText(/You checked in at/u)).toBeVisible();
  await expect(
    page.getByText('From your appointment time on, you go before patients without an appointment.'),
  ).toBeVisible();
  await readInHindi(page);
  await expect(page.getByText(/आपका समय .* है।/u)).toBeVisible();
  await expectHindiOnly(page, names);
  await page.evaluate(() => localStorage.setItem('baari_language', 'en'));
  await page.reload();

  await page.getByRole('button', { name: 'I’m not here yet' }).click();
  await asked.getByRole('button', { name: 'Undo check-in' }).click();
  await expect(page.getByText('You are no longer checked in', { exact: true })).toBeVisible();
  await expect(here).toBeVisible();
  await expect(page.getByText('No Queue History')).toBeVisible();
});

test('the desk books, moves and cancels a known patient’s appointment, with a note that the patient reads [APPT-1, ROLE-2]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Jasmine Clinic', 'Dr. Quresh Modi');
  const tomorrow = dayAfter(await todayAt(place));
  const patient = await makePatient(server.origin, 'Hemlata Joshi');
  await bookAt(patient, place, dayAfter(tomorrow), '10:00');
  // Hemant has never had a visit or booking at this hospital, so its desk must not find him.
  await makePatient(server.origin, 'Hemant Stranger');
  await signIn(context, place.admin);
  const names = collectNamesAndZones(page);
  await page.goto(`/hospital/dashboard?view=appointments&date=${tomorrow}`);

  await page.getByRole('button', { name: 'Book an appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book for a patient' });
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('Choose a patient.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('hem');
  await expect(dialog.getByRole('radio', { name: /^Hemlata Joshi/u })).toBeVisible();
  await expect(dialog.getByText('Hemant Stranger')).toBeHidden();
  await dialog.getByText('Hemlata Joshi').click();
  await dialog.getByLabel('Doctor').selectOption(place.doctor.id);
  await dialog.getByLabel('Date').fill(tomorrow);
  await dialog.getByText('11:00 am').click();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByText('Appointment booked', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  const ofDoctor = page.getByRole('region', { name: 'Dr. Quresh Modi' });
  await expect(ofDoctor.getByRole('listitem')).toContainText(/11:00 am\s*Hemlata Joshi/iu);

  const theirs = await (await newBrowser(patient)).newPage();
  await theirs.goto('/patient/queue');
  const mine = theirs.getByRole('region', { name: 'My Appointments' });
  await expect(mine.getByRole('time').first()).toContainText(/11:00 am/iu);

  await ofDoctor.getByRole('button', { name: /^Move the appointment of Hemlata/u }).click();
  const moving = page.getByRole('dialog', { name: 'Move the appointment of Hemlata Joshi' });
  await expect(moving.getByText('The patient will be notified.')).toBeVisible();
  await moving.getByLabel('Date').fill(tomorrow);
  await moving.getByText('4:00 pm').click();
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Appointment moved', { exact: true })).toBeVisible();
  await expect(ofDoctor.getByRole('listitem')).toContainText(/4:00 pm\s*Hemlata Joshi/iu);

  await ofDoctor.getByRole('button', { name: /^Cancel the appointment of Hemlata/u }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByLabel('Message to the patient').fill('The doctor is at a conference.');
  await expectSoundBriefly(page);
  await asked.getByRole('button', { name: 'Cancel the appointment', exact: true }).click();
  await expect(ofDoctor.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(ofDoctor.getByText(/The doctor is at a conference/u)).toBeVisible();
  await expect(ofDoctor.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await theirs.reload();
  await mine.getByText('1 cancelled appointment').click();
  await expect(
    mine.getByText('Message from the hospital: The doctor is at a conference.'),
  ).toBeVisible();
  await expectSoundBriefly(theirs);

  await readInHindi(page);
  names.add('Hemlata Joshi').add('The doctor is at a conference.');
  await page.getByRole('button', { name: 'अपॉइंटमेंट बुक करें' }).click();
  await expect(page.getByRole('dialog', { name: 'मरीज़ के लिए बुक करें' })).toBeVisible();
  await page.getByText('बिना खाते के कोई', { exact: true }).click();
  await expectHindiOnly(page, names);
});

test('the desk books a person without an account by name, and checks the person in on the day [APPT-1, ARR-1, ARR-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Mogra Clinic', 'Dr. Rehana Qazi');
  await signIn(context, place.admin);
  await page.goto('/staff/dashboard?view=appointments');
  await page.getByRole('button', { name: 'Book an appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book for a patient' });
  await dialog.getByRole('searchbox').fill('Nobody Known');
  await expect(dialog.getByText('No patient of this hospital matches.')).toBeVisible();
  await dialog.getByText('A patient without an account', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();
  await dialog.getByLabel('Full name').fill('Kamla Devi');
  await dialog.getByLabel('Phone').fill('12');
  await dialog.getByLabel('Doctor').selectOption(place.doctor.id);
  await dialog.getByLabel('Date').fill(await todayAt(place));
  await dialog.getByText('9:00 am').click();
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog.getByText(/valid phone number/u)).toBeVisible();
  await dialog.getByLabel('Phone').fill('+91 98123 45678');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog).toBeHidden();

  const ofDoctor = page.getByRole('region', { name: 'Dr. Rehana Qazi' });
  const number = ofDoctor.getByRole('link', { name: '+91 98123 45678' });
  await expect(number).toHaveAttribute('href', 'tel:+919812345678');
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = await number.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getClientRects().length;
  });
  expect(rows).toBe(1);
  await expectSoundBriefly(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectSoundBriefly(page);
  await ofDoctor.getByRole('button', { name: 'Check in Kamla Devi' }).click();
  await expect(page.getByText('Kamla Devi is in the line', { exact: true })).toBeVisible();
  await expect(ofDoctor.getByText('Checked in', { exact: true })).toBeVisible();
  await page.goto(`/staff/queue/${place.hospital.id}?doctor=${place.doctor.id}&tab=queue`);
  await expect(page.getByText('Kamla Devi').first()).toBeVisible();
});

test('a scheduling link opens the booking of its doctor at its time, whatever the search service adds, and the patient books it [API-40]', async ({
  page,
  context,
  server,
}) => {
  const place = await makeEarlyPlace(server.origin, 'Link Clinic', 'Dr. Lina Rao');
  const tomorrow = dayAfter(await todayAt(place));
  await signIn(context, await makePatient(server.origin, 'Lata Kumar'));
  const asked = new URLSearchParams({
    day: tomorrow,
    time: '11:00',
    source: 'finder',
    'booking-referral': '34d1a803-cd6c-4420-9cf5-c5edcc533538',
  });
  await page.goto(`/patient/doctor/${place.doctor.id}?${asked}`);
  const dialog = windowOn(page);
  await expect(dialog.getByLabel('Date')).toHaveValue(tomorrow);
  await expect(dialog.getByRole('radio', { name: /^11:00 am/iu })).toBeChecked();
  // Another day begins without a time.
  await dialog.getByLabel('Date').fill(dayAfter(tomorrow));
  await expect(dialog.getByRole('radio', { name: /^11:00 am/iu })).not.toBeChecked();
  await dialog.getByLabel('Date').fill(tomorrow);
  await dialog.getByText('11:00 am').click();
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByText('Appointment booked', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});
