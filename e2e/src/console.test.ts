/**
 * Tests of the doctor's console while a patient is with the doctor: saving the note, and calling
 * the next patient.
 */
import type { Locator } from '@playwright/test';
import {
  completeConsultation,
  getEntry,
  noteEntry,
  requestPlace,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { call } from './support/api.ts';
import { allAnswered, passTime } from './support/clock.ts';
import { openRow } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSoundBriefly } from './support/looks.ts';
import { line, makePatient, makePlace, makeStaff, signIn } from './support/people.ts';
import { windowOn } from './support/windows.ts';

const field = 'Note of this visit';

/**
 * Presses the key that completes the visit and calls the next patient, until the page shows that
 * patient. The page ignores the key while its clock says that a patient was just called. A response
 * from the server may also set this clock back.
 */
async function pressUntilShown(focused: Locator, next: Locator): Promise<void> {
  await expect(async () => {
    await focused.press('F9');
    await expect(next).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 40_000 });
}

test('the doctor’s note in the console is saved during typing, survives a reload, and stays with the completed visit [CONS-5]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champak Clinic', 'Dr. Tara Bose');
  const patient = await makePatient(server.origin, 'Ishan Ghosh');
  const { id } = await line(place, patient);
  await call(place.admin, startConsultation, { id });
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByLabel(field).pressSequentially('Coughs for two weeks');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectSoundBriefly(page);
  await page.reload();
  await expect(page.getByLabel(field)).toHaveValue('Coughs for two weeks');
  // The note, whose saving is debounced, is sent together with the completion of the visit.
  await page.getByLabel(field).fill('Coughs for two weeks, no fever');
  await page.getByRole('button', { name: 'Complete Consultation' }).dispatchEvent('click');
  await expect(page.getByText('The visit of Ishan Ghosh is completed.')).toBeVisible();
  const { queue } = await call(place.admin, getEntry, { id });
  expect(queue.notes).toBe('Coughs for two weeks, no fever');
});

test('when the desk changes a visit that is running, the doctor’s console neither overwrites nor loses the desk’s change [CONS-5, QST-9]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/queues\/[\w-]+\/visit-note/u);
  const place = await makePlace(server.origin, 'Bakul Clinic', 'Dr. Neel Sethi');
  const patient = await makePatient(server.origin, 'Pia Dutt');
  const { id } = await line(place, patient);
  await call(place.admin, startConsultation, { id });
  const desk = await makeStaff(place, 'Lata Naik', 'receptionist');
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await call(desk, noteEntry, { id, body: { notes: 'Mother waits outside' } });
  await expect(page.getByLabel(field)).toHaveValue('Mother waits outside');
  await page.getByLabel(field).pressSequentially('. Coughs');
  await call(desk, noteEntry, { id, body: { notes: 'Mother has gone home' } });
  await expect(page.getByText('Somebody else also changed this note:')).toBeVisible();
  await expect(page.getByText('Mother has gone home')).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Keep both' }).click();
  const both = 'Mother waits outside. Coughs\nMother has gone home';
  await expect(page.getByLabel(field)).toHaveValue(both);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await call(desk, getEntry, { id })).queue.notes).toBe(both);
});

test('if somebody else ended the visit before the doctor’s note was saved, the console shows the note for copying [CONS-5]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 PUT \/api\/queues\/[\w-]+\/visit-note/u);
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Anu Nair');
  const { id } = await line(place, await makePatient(server.origin, 'Gopal Rao'));
  await call(place.admin, startConsultation, { id });
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByLabel(field).fill('Needs a second look');
  await call(place.admin, completeConsultation, { id, body: {} });
  await expect(page.getByText('This text was not saved', { exact: false })).toBeVisible();
  await expect(page.getByText('Needs a second look')).toBeVisible();
});

test('one key completes a visit and calls the next patient, even while the doctor types, and a second press does not complete that patient [CONS-6] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kachnar Clinic', 'Dr. Ritu Soni');
  const first = await line(place, await makePatient(server.origin, 'Asha Pillai'));
  await line(place, await makePatient(server.origin, 'Bina Kohli'));
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await expect(page.getByRole('button', { name: /^Call In/u })).toBeVisible();
  await page.clock.install();
  await page.locator('body').press('F9');
  await expect(page.getByRole('heading', { name: 'Current Patient' })).toBeVisible();
  await expect(page.getByText('Asha Pillai').first()).toBeVisible();
  // The page shows the called patient before the server has responded. A note saved before that
  // response is refused and sent again.
  await allAnswered(page);
  await page.getByLabel(field).fill('Rest for a week');
  await page.getByLabel(field).press('F9');
  await expect(page.getByText('was called in a moment ago', { exact: false })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await passTime(page, 20_000);
  const inside = page.getByRole('region', { name: 'Bina Kohli' });
  await pressUntilShown(
    page.getByLabel(field),
    inside.getByRole('heading', { name: 'Current Patient' }),
  );
  await expect(page.getByLabel(field)).toHaveValue('');
  const { queue } = await call(place.admin, getEntry, { id: first.id });
  expect([queue.status, queue.notes]).toEqual(['completed', 'Rest for a week']);
  await page.locator('body').press('?');
  await expect(
    windowOn(page).getByText('Complete and call the next patient', { exact: false }),
  ).toBeVisible();
  await expectSoundBriefly(page);
});

test('on a phone the called patient’s name is visible even after the doctor scrolled down to the note [CONS-6]', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Uma Nene');
  await line(place, await makePatient(server.origin, 'Chitra Pai'));
  await line(place, await makePatient(server.origin, 'Dinesh Rao'));
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.clock.install();
  await page.getByRole('button', { name: /^Call In/u }).click();
  const callNext = page.getByRole('button', { name: 'Complete and call next' });
  await expect(callNext).toBeVisible();
  await page.getByLabel(field).fill('Rest for a week');
  await page.getByText('Earlier visits here').evaluate((heading) => heading.scrollIntoView());
  await expect(page.getByText('Chitra Pai').first()).not.toBeInViewport();
  await passTime(page, 20_000);
  const inside = page.getByRole('region', { name: 'Dinesh Rao' });
  const heading = inside.getByRole('heading', { name: 'Current Patient' });
  await pressUntilShown(page.locator('body'), heading);
  await expect(heading).toBeInViewport();
  await expect(inside.getByText('Dinesh Rao')).toBeInViewport();
});

test('with the keyboard, the focus moves to the patient shown after a call or a completion, and to the button that ends a break after it starts [CONS-2, DOC-2, WORK-4]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Ila Sen');
  await line(place, await makePatient(server.origin, 'Jaya Pal'));
  await line(place, await makePatient(server.origin, 'Kunal Das'));
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByRole('button', { name: /^Call In/u }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Current Patient' })).toBeFocused();
  const complete = page.getByRole('button', { name: 'Complete Consultation' });
  await expect(complete).toBeEnabled();
  await complete.press('Enter');
  await expect(page.getByRole('heading', { name: 'Next patient' })).toBeFocused();
  const takeBreak = page.getByRole('button', { name: 'Take a break' });
  await takeBreak.press('Enter');
  await page.getByRole('button', { name: '15 min' }).press('Enter');
  const endBreak = page.getByRole('button', { name: 'End break' });
  await expect(endBreak).toBeFocused();
  // The live stream may announce the break before the response to the request arrives.
  await expect(endBreak).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(takeBreak).toBeFocused();
});

test('with the keyboard, the focus moves to the heading of the next patient after “Not here” and “No show” [CONS-2, ARR-6]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Ira Naik');
  for (const name of ['Lata Gore', 'Manav Jain', 'Neha Kher']) {
    await line(place, await makePatient(server.origin, name));
  }
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  const shown = (name: string) => page.getByRole('region', { name });
  const heading = page.getByRole('heading', { name: 'Next patient' });
  const notHereName = { name: 'Not here', exact: true };
  await shown('Lata Gore').getByRole('button', notHereName).press('Enter');
  await expect(shown('Manav Jain')).toBeVisible();
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: /^Call In/u }).press('Enter');
  const notHere = shown('Manav Jain').getByRole('button', notHereName);
  // The "Not here" button is disabled until the server has responded to calling the patient.
  await expect(notHere).toBeEnabled();
  await notHere.press('Enter');
  await expect(shown('Neha Kher')).toBeVisible();
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: /^Call In/u }).press('Enter');
  const noShow = page.getByRole('button', { name: 'No show' });
  await expect(noShow).toBeEnabled();
  await noShow.press('Enter');
  await windowOn(page).getByRole('button', { name: 'No show' }).press('Enter');
  await expect(heading).toBeFocused();
});

for (const width of [1280, 390]) {
  test(`on a screen ${width} pixels wide, the message that offers to undo a completed visit covers no button of the next visit [CONS-6, DESK-1]`, async ({
    page,
    context,
    server,
  }) => {
    const place = await makePlace(server.origin, 'Nagkesar Clinic', 'Dr. Rima Nath');
    const first = await line(place, await makePatient(server.origin, 'Ekta Rao'));
    await line(place, await makePatient(server.origin, 'Girish Lal'));
    await line(place, await makePatient(server.origin, 'Hema Jog'));
    await call(place.admin, startConsultation, { id: first.id });
    await signIn(context, place.admin);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/doctor/console/${place.doctor.id}`);
    const complete = page.getByRole('button', { name: 'Complete Consultation' });
    await expect(complete).toBeVisible();
    await page.clock.install();
    await passTime(page, 20_000);
    const bar = page.getByRole('region', { name: 'Undo' });
    await pressUntilShown(page.locator('body'), bar);
    await expect(page.getByRole('region', { name: 'Girish Lal' })).toBeVisible();
    const lies = async (button: Locator) => {
      const [over, under] = await Promise.all([bar.boundingBox(), button.boundingBox()]);
      if (over === null || under === null) return 'nowhere';
      const isBeside = over.x + over.width <= under.x || under.x + under.width <= over.x;
      const isApart = over.y + over.height <= under.y || under.y + under.height <= over.y;
      return isBeside || isApart ? 'free' : 'covered';
    };
    const callNext = page.getByRole('button', { name: 'Complete and call next' });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(
      page.getByText('The patient answered no questions before this visit.'),
    ).toBeVisible();
    await expect.poll(() => lies(complete)).toBe('free');
    await expect.poll(() => lies(callNext)).toBe('free');
  });
}

test('a called patient reads the room that the doctor entered, and the console shows patients’ requests for this doctor [ROOM-1, CONS-7]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Madhavi Clinic', 'Dr. Gita Hegde');
  const patient = await makePatient(server.origin, 'Omkar Patil');
  await signIn(context, place.admin);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByRole('button', { name: /^Room of Dr. Gita Hegde/u }).click();
  const dialog = windowOn(page);
  await dialog.getByLabel('Room').fill('Room 4');
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /Room 4$/u })).toBeVisible();
  await call(patient, requestPlace, { body: { doctorId: place.doctor.id } });
  await expect(page.getByRole('heading', { name: '1 request for a place' })).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: '1 request for a place' })).toHaveCount(0);
  const waiting = await (await newBrowser(patient)).newPage();
  await waiting.goto('/patient/queue');
  await expect(waiting.getByText('Room 4', { exact: false }).first()).toBeVisible();
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  await openRow(desk, 'Omkar Patil');
  await desk.getByRole('button', { name: 'Ticket' }).click();
  await expect(desk.getByText('Cardiology · Room 4')).toBeAttached();
  await page.locator('body').press('F9');
  await expect(waiting.getByText('Please go in to Room 4 now.', { exact: true })).toBeVisible();
  await expectSoundBriefly(waiting);
});

test('pages for all staff have a sidebar link to the signed-in doctor’s own queue [DOC-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ketaki Clinic', 'Dr. Mona Lal');
  const doctor = await makeStaff(place, 'Rohan Vyas', 'doctor');
  await signIn(context, doctor);
  await page.goto('/staff/dashboard');
  const sidebar = page.getByRole('navigation').first();
  await sidebar.getByRole('link', { name: 'My Queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Queue' })).toBeVisible();
});
