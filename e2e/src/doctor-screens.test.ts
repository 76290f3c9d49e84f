/**
 * Tests of the doctor's own pages and of the administration of doctors: how they work and how they
 * look.
 */
import { lastMinute, roundTheClock, weekdays } from '@baari/contract/constants.ts';
import {
  doctorEdit,
  editDoctor,
  listColleagues,
  setDoctorStatus,
} from '@baari/contract/doctor/doctor.ts';
import {
  getOwnHospital,
  hospitalUpdate,
  saveOwnHospital,
} from '@baari/contract/hospital/hospital.ts';
import { getJourney, planStops } from '@baari/contract/lines/journey.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { zoneWhereItIs } from '../../server/src/testing/test-zones.ts';
import { expect, test } from './support/fixtures.ts';
import { call } from './support/api.ts';
import { collectNames, expectHindiOnly, readInHindi } from './support/language.ts';
import { expectSound, expectSoundBriefly } from './support/looks.ts';
import {
  demoAccount,
  keepHours,
  line,
  makeDoctor,
  makePatient,
  makePlace,
  makeStaff,
  signIn,
} from './support/people.ts';
import { refuse } from './support/routing.ts';
import { windowOn } from './support/windows.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';

let doctorId = '';
test.beforeAll(async ({ server }) => {
  const { user } = await call(await demoAccount(server.origin, 'doctor'), getCurrentUser);
  doctorId = user.doctorId ?? '';
});

const screens = [
  {
    name: 'the schedule',
    rows: '[DOC-1]',
    path: '?view=schedule',
    heading: 'Schedule',
    area: 'Weekly hours',
  },
  {
    name: 'the settings',
    rows: '[DOC-3]',
    path: '?view=settings',
    heading: 'Settings',
    area: 'Notify me',
  },
] as const;

for (const { name, rows, path, heading, area } of screens) {
  test(`${name} of a doctor fits each width, in light and dark mode and in both languages ${rows}`, async ({
    page,
    context,
    server,
  }) => {
    await signIn(context, await demoAccount(server.origin, 'doctor'));
    const names = collectNames(page);
    await page.goto(`/doctor/view/${doctorId}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(area, { exact: true }).first()).toBeVisible();
    await expectSound(page);
    await readInHindi(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.animate-shimmer')).toHaveCount(0);
    await expectHindiOnly(page, names);
    await expectSoundBriefly(page);
  });
}

test('a doctor edits their own profile, and the profile is shown in both languages [DOC-4, ROUTE-20]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'doctor'));
  await page.goto('/doctor/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Years of experience').fill('15');
  await page.getByLabel('Languages').fill('हिन्दी, मराठी');
  await page.getByLabel('About').fill('Diabetes and blood pressure.');
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('15 years')).toBeVisible();
  await expect(page.getByText('Diabetes and blood pressure.')).toBeVisible();
  // The test collects names only from here on. Earlier, the languages' own names would count as
  // untranslated text.
  const names = collectNames(page);
  await page.reload();
  await expect(page.getByText('Diabetes and blood pressure.')).toBeVisible();
  await expectSound(page);
  await readInHindi(page);
  await expect(page.getByText('Diabetes and blood pressure.')).toBeVisible();
  await expectHindiOnly(page, names);
});

test('a doctor changes their own week with the keyboard, and invalid hours show an error [DOC-1] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'doctor'));
  await page.goto(`/doctor/view/${doctorId}?view=schedule`);
  await page.getByRole('button', { name: 'Edit hours' }).press('Enter');
  await page.getByLabel('Monday, Hours, From').fill('10:00');
  await page.getByLabel('Monday, Hours, To').fill('09:00');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The closing time must be after the opening time.')).toBeVisible();
  await page.getByLabel('Monday, Hours, To').fill('16:00');
  await page.getByRole('button', { name: /^Add break.*Monday$/u }).press('Enter');
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Your own hours', { exact: false })).toBeVisible();
  await expect(page.getByText('Break 1:00 pm – 1:30 pm')).toBeVisible();
  await page.getByRole('button', { name: 'Edit hours' }).click();
  await page.getByRole('button', { name: 'Use the hospital’s hours'.replace('’', "'") }).click();
  await expect(page.getByText("The hospital's operating hours", { exact: false })).toBeVisible();
});

test('working hours that end at midnight are shown as midnight everywhere, and saving the form keeps the typed time [DOC-1, PAT-7, ENT-3, HPROF-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Midnight Clinic', 'Dr. Nisha Late');
  const { admin, hospital } = place;
  const own = await makeStaff(place, 'Omkar Late', 'doctor');
  const { user } = await call(own, getCurrentUser);
  const late = { open: '15:30', close: lastMinute, closed: false };
  const week = Object.fromEntries(weekdays.map((day) => [day, late]));
  await keepHours(admin, hospital, { ...roundTheClock, ...week });
  const until = /3:30 pm – 12:00 am/u;
  const desk = await (await newBrowser(admin)).newPage();
  await desk.goto('/hospital/dashboard?view=profile');
  await expect(desk.getByText(until)).toHaveCount(8);
  const page = await (await newBrowser(own)).newPage();
  await page.goto(`/doctor/view/${user.doctorId ?? ''}?view=schedule`);
  await expect(page.getByText(until)).toHaveCount(7);
  await page.getByRole('button', { name: 'Edit hours' }).click();
  await expect(page.locator('input[type="time"]').nth(1)).toHaveValue(lastMinute);
  const patient = await makePatient(server.origin, 'Owen Late');
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto(`/patient/doctor/${place.doctor.id}`);
  await expect(phone.getByText(until)).toHaveCount(7);
  await phone.goto(`/patient/hospital/${hospital.id}`);
  await expect(phone.getByText(until)).toHaveCount(1);
});

test('a doctor adds and removes days off, and a day off in the past is refused [DOC-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^400 POST \/api\/hospital\/doctors\/[\w-]+\/days-off$/u);
  await signIn(context, await demoAccount(server.origin, 'doctor'));
  await page.goto(`/doctor/view/${doctorId}?view=schedule`);
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(inDays(-9));
  await page.getByRole('button', { name: 'Add days off' }).click();
  await expect(page.getByLabel('First day')).toBeFocused();
  await expect(page.getByLabel('First day')).toHaveAccessibleDescription(/^Error: The last day/u);
  await page.getByLabel('First day').fill(inDays(20));
  await page.getByLabel('Last day').fill(inDays(22));
  await page.getByRole('button', { name: 'Add days off' }).click();
  await page.getByRole('button', { name: /^Cancel days off/u }).click();
  const dialog = page.getByRole('alertdialog');
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Cancel days off' }).click();
  await expect(page.getByText('No upcoming days off.')).toBeVisible();
});

test('on a phone the console shows the current patient above its buttons, and shows the lengths of a break only after a press on the doctor’s status [CONS-2, DOC-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Leela Menon');
  const patient = await makePatient(server.origin, 'Ravi Kumar');
  const queue = await line(place, patient);
  await call(place.admin, startConsultation, { id: queue.id });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await expect(page.getByText('Ravi Kumar', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Started', { exact: false })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: '15 min' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Available: status, break and room' }).press('Enter');
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: '15 min' }).click();
  await expect(page.getByRole('button', { name: 'End break' })).toBeVisible();
  await expectSoundBriefly(page);
});

test('patients see until when a doctor is on a break, on the doctor’s card and on My Queue [DOC-2, PAT-11]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Varsha Clinic', 'Dr. Nandini Rao');
  // The hospital is open around the clock and it is ten o'clock there, so the break ends today. The
  // page would not show a break that ends on another day.
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(10, new Date()));
  const patient = await makePatient(server.origin, 'Kiran Mehta');
  await line(place, patient);
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  const waiting = await (await newBrowser(patient)).newPage();
  await waiting.goto('/patient/queue');
  await expect(waiting.getByText('You are next', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Take a break' }).click();
  await page.getByRole('button', { name: '30 min' }).click();
  await expect(
    page.getByText('Patients see this. The break ends automatically.', { exact: false }),
  ).toBeVisible();
  await expect(waiting.getByText('The doctor is on a break until', { exact: false })).toBeVisible();
  const card = await (await newBrowser(patient)).newPage();
  await card.goto(`/patient/hospital/${place.hospital.id}`);
  await expect(card.getByText(/^On a break until/u)).toBeVisible();
  await expectSoundBriefly(card);
  await page.getByRole('button', { name: 'End break' }).click();
  await expect(waiting.getByText('The doctor is on a break until', { exact: false })).toHaveCount(
    0,
  );
});

test('a doctor’s saved settings are shown unchanged after a reload, and the doctor reads why a save was refused [DOC-3]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/doctor\/settings/u);
  await signIn(context, await demoAccount(server.origin, 'doctor'));
  await page.goto(`/doctor/view/${doctorId}?view=settings`);
  await page
    .getByRole('checkbox', { name: 'Take a break automatically after some consultations' })
    .check();
  await page.getByLabel('After how many consultations').fill('9');
  await page.getByLabel('Length in minutes').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settings are saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('After how many consultations')).toHaveValue('9');
  await expectSoundBriefly(page);
  await page
    .getByRole('checkbox', { name: 'Take a break automatically after some consultations' })
    .uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settings are saved')).toBeVisible();
  await refuse(page, { method: 'PUT', path: /^\/doctor\/settings$/u }, 'doctor_deactivated');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('alert').getByText('This doctor no longer practises here.'),
  ).toBeVisible();
});

test('a doctor writes a note when completing a visit, writes a report, and finds both at the patient’s next visit [CONS-2, RPT-1]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ujjwal Clinic', 'Dr. Sameer Joshi');
  const patient = await makePatient(server.origin, 'Ira Kulkarni');
  await call(place.admin, startConsultation, { id: (await line(place, patient)).id });
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await expect(page.getByText('This is the first visit to this hospital.')).toBeVisible();
  await page.getByLabel('Note of this visit').fill('Rest for a week.');
  await expectSound(page);
  await page.getByRole('button', { name: 'Complete Consultation' }).click();
  await expect(page.getByText('The visit of Ira Kulkarni is completed.')).toBeVisible();
  await page.getByRole('button', { name: 'Write report' }).first().click();
  const dialog = windowOn(page);
  await expect(dialog.getByText('Ira Kulkarni')).toBeVisible();
  await dialog.getByLabel('Doctor').selectOption({ label: 'Dr. Sameer Joshi' });
  await dialog.getByLabel('Title').fill('Chest, first visit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await call(place.admin, startConsultation, { id: (await line(place, patient)).id });
  const now = page.getByRole('region', { name: 'Ira Kulkarni' });
  await expect(now.getByText('Rest for a week.')).toBeVisible();
  const earlier = page.getByRole('region', { name: 'Earlier visits here' });
  await expect(earlier.getByText('Rest for a week.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Chest, first visit/u })).toBeVisible();
  await page.locator('body').press('c');
  await expect(page.getByText('The visit of Ira Kulkarni is completed.')).toBeVisible();
});

test('an administrator edits, deactivates and reactivates a doctor [ADM-2] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tulsi Clinic', 'Dr. Farah Ali');
  const other = await makeDoctor(place.admin, 'Dr. Zubin Wadia');
  await call(place.admin, setDoctorStatus, { id: other.id, body: { status: 'busy' } });
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'Dr. Zubin Wadia' });
  await card.getByRole('button', { name: 'Edit doctor' }).click();
  const dialog = windowOn(page);
  // The focus skips the hidden file input for the photo, which comes before the name field.
  await expect(dialog.getByLabel('Full name')).toBeFocused();
  await dialog.getByLabel('Full name').fill('Dr. Zubin R. Wadia');
  await dialog.getByLabel('Years of experience').fill('22');
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('listitem').filter({ hasText: 'Dr. Zubin R. Wadia' });
  await renamed.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog');
  await expectSoundBriefly(page);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('heading', { name: 'Deactivated doctors' })).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: /^Reactivate/u }).click();
  await expect(question).toContainText(`a new invitation goes to ${other.email}`);
  await expectSoundBriefly(page);
  await question.getByRole('button', { name: 'Reactivate and invite' }).click();
  await expect(page.getByRole('heading', { name: 'Deactivated doctors' })).toHaveCount(0);
  await expect(renamed.getByText('Offline', { exact: true })).toBeVisible();
});

test('the open console of a deactivated doctor closes and shows the reason [ADM-2, SEC-6]', async ({
  page,
  context,
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^40[134] (?:GET|PUT) \/api\//u);
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Ela Nanda');
  const leaver = await makeStaff(place, 'Uma Rege', 'doctor');
  const { user } = await call(leaver, getCurrentUser);
  const console = await (await newBrowser(leaver)).newPage();
  await console.goto(`/doctor/console/${user.doctorId ?? ''}`);
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'Uma Rege' });
  await card.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('signed out everywhere');
  await expect(question).toContainText(/open consoles close on every device/iu);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('heading', { name: 'Deactivated doctors' })).toBeVisible();
  await expect(console.getByText('you no longer work at this hospital')).toBeVisible({
    timeout: 12_000,
  });
  await expect(console).toHaveURL(/\/login/u);
  await expect(console.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a doctor with patients can be deactivated only after the administrator decides what happens to the patients [ADM-2, DAY-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Om Sheth');
  await line(place, await makePatient(server.origin, 'Rhea Paul'));
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog');
  await expect(
    question.getByText('What happens to the patients who are waiting?').first(),
  ).toBeVisible();
  await question.getByRole('radio', { name: 'Close their places' }).check();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
});

test('if visit plans include a doctor, this doctor can be deactivated only after the administrator chooses a replacement doctor [ADM-2, LINE-3]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/hospital\/doctors\/[^/]+\/deactivate$/u);
  const place = await makePlace(server.origin, 'Kanchan Clinic', 'Dr. Uma Rao');
  const other = await makeDoctor(place.admin, 'Dr. Zubin Wadia');
  const { id } = await line(place, await makePatient(server.origin, 'Rhea Paul'));
  await call(place.admin, planStops, { id, body: { lineIds: [other.id] } });
  const third = await makeDoctor(place.admin, 'Dr. Isha Roy');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'Dr. Zubin Wadia' });
  await card.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('alertdialog');
  const deactivate = question.getByRole('button', { name: 'Deactivate' });
  await deactivate.click();
  await expect(question.getByText('Patients are planned to see this doctor later.')).toBeVisible();
  await question.getByRole('link', { name: 'Why?' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'The doctor goes home' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  const asked = question.getByRole('group', {
    name: 'What happens to the patients who are planned to come here later?',
  });
  await expect(asked.getByRole('radio', { name: 'Move them to another doctor' })).toBeChecked();
  await expectSoundBriefly(page);
  await question.getByLabel('To', { exact: true }).selectOption({ label: 'Dr. Isha Roy' });
  await deactivate.click();
  await expect(page.getByRole('heading', { name: 'Deactivated doctors' })).toBeVisible();
  const { journey } = await call(place.admin, getJourney, { id });
  expect(journey.stops.at(-1)?.lineId).toBe(third.id);
});

test('when a department is renamed in the hospital’s profile, its doctors have the new name too [HPROF-1]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Amaltas Clinic', 'Dr. Leena Dixit');
  await signIn(context, place.admin);
  await page.goto('/hospital/profile');
  await page.getByRole('button', { name: 'Rename a department' }).click();
  const dialog = windowOn(page);
  await dialog.getByLabel('New name').fill('हृदय केंद्र');
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('हृदय केंद्र', { exact: true })).toBeVisible();
  await page.goto('/hospital/dashboard');
  await expect(page.getByText('Cardiology · हृदय केंद्र')).toBeVisible();
});

test('of two administrators who edit one doctor, the second sees the conflict and chooses which version to keep [ADM-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/hospital\/doctors\/[^/]+$/u);
  const place = await makePlace(server.origin, 'Bakul Clinic', 'Dr. Roma Dutt');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard');
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Doctor' });
  await dialog.getByLabel('Years of experience').fill('12');
  const { doctors } = await call(place.admin, listColleagues);
  const doctor = doctors[0];
  if (doctor === undefined) throw new Error('The doctor is not there.');
  const theirs = doctorEdit.parse({ ...doctor, name: 'Dr. Roma Datta', experience: 20 });
  await call(place.admin, editDoctor, { id: doctor.id, body: theirs });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This was saved elsewhere while you had it open')).toBeVisible();
  await expect(dialog.getByText('Copied into your form: Full name.')).toBeVisible();
  await expect(dialog.getByLabel('Full name')).toHaveValue('Dr. Roma Datta');
  const years = dialog.getByRole('group', { name: 'Years of experience' });
  await years.getByRole('radio', { name: 'What was saved elsewhere' }).check();
  await expect(dialog.getByLabel('Years of experience')).toHaveValue('20');
  await years.getByRole('radio', { name: 'What you typed' }).check();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Dr. Roma Datta has been saved')).toBeVisible();
  const saved = (await call(place.admin, listColleagues)).doctors[0];
  expect([saved?.name, saved?.experience]).toEqual(['Dr. Roma Datta', 12]);
});

test('changes saved by another administrator are merged, and a field that both changed is shown before saving [HPROF-1, HPROF-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/hospital$/u);
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Nina Apte');
  const { hospital } = await call(place.admin, getOwnHospital);
  await signIn(context, place.admin);
  await page.goto('/hospital/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('City').fill('Sangli');
  await page.getByLabel('Website').fill('https://parijat.example');
  const theirs = hospitalUpdate.parse({
    ...hospital,
    website: hospital.website ?? '',
    phone: '+912532500777',
    city: 'Satara',
  });
  await call(place.admin, saveOwnHospital, { body: theirs });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This was saved elsewhere while you had it open')).toBeVisible();
  await expect(page.getByText('Copied into your form: Phone.')).toBeVisible();
  const city = page.getByRole('group', { name: 'City' });
  await expect(city.getByText('Satara')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Sangli');
  await city.getByRole('radio', { name: 'What was saved elsewhere' }).check();
  await expect(page.getByLabel('City')).toHaveValue('Satara');
  await city.getByRole('radio', { name: 'What you typed' }).check();
  await expect(page.getByLabel('City')).toHaveValue('Sangli');
  await expect(page.getByLabel('Phone')).toHaveValue('+912532500777');
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The hospital profile has been saved')).toBeVisible();
  const { hospital: saved } = await call(place.admin, getOwnHospital);
  expect([saved.city, saved.phone, saved.website]).toEqual([
    'Sangli',
    '+912532500777',
    'https://parijat.example',
  ]);
});

test('the profile page of a hospital that does not exist is accessible and shows a message [HPROF-3]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^404 GET \/api\/hospital$/u);
  const place = await makePlace(server.origin, 'Shirish Clinic', 'Dr. Tara Bose');
  await signIn(context, place.admin);
  await refuse(page, { method: 'GET', path: /^\/hospital$/u }, 'not_found');
  await page.goto('/hospital/profile');
  await expect(page.getByRole('heading', { name: 'Hospital not found' })).toBeVisible();
  await expect(page.getByText('Unable to load hospital profile')).toBeVisible();
  await expectSound(page);
});

test('a doctor’s invalid input shows an error at its field, in the reader’s language, with the focus there [DOC-1, DOC-3, DOC-4, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  await signIn(context, await demoAccount(server.origin, 'doctor'));
  await page.goto('/doctor/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const years = page.getByLabel('Years of experience');
  await years.fill('900');
  trouble.allow(/^400 PUT/u);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(years).toBeFocused();
  await expect(years).toHaveAccessibleDescription('Error: Enter a number in the allowed range.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Read Baari in').selectOption('hi');
  await expect(page.getByText('experience:')).toHaveCount(0);
  await page.getByLabel('बारी इसमें पढ़ें').selectOption('en');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Take a break automatically after some consultations').check();
  const after = page.getByLabel('After how many consultations');
  await after.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(after).toBeFocused();
  await expect(after).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Take a break automatically after some consultations').uncheck();

  await page.getByRole('link', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Edit hours' }).click();
  await page.getByLabel('Tuesday, Hours, From').fill('23:00');
  await page.getByLabel('Tuesday, Hours, To').fill('08:00');
  await page.getByRole('button', { name: 'Save' }).click();
  const tuesday = page.getByRole('group', { name: 'Tuesday' });
  await expect(tuesday).toBeFocused();
  await expect(tuesday).toHaveAccessibleDescription(/./u);
});
