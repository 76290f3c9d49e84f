/**
 * Tests one visit through a hospital's lines, on the screens of everybody involved, without a
 * reload.
 */
import { getJourney, planStops, sendOn as sendOnCall } from '@baari/contract/lines/journey.ts';
import { putInLine } from '@baari/contract/patient/patient.ts';
import { setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import {
  addLines,
  listLines,
  setLineOpen,
  type SharedLine,
} from '@baari/contract/lines/shared-line.ts';
import { makeScreen, renewDoorCode } from '@baari/contract/hospital/screen.ts';
import { callNext, finishAtPoint, setPointState } from '@baari/contract/lines/counter.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import {
  approveRequest,
  completeConsultation,
  requestPlace,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { roundTheClock, weekdays } from '@baari/contract/constants.ts';
import { getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import type { Locator, Page } from '@playwright/test';
import { zoneWhereItIs } from '../../server/src/testing/test-zones.ts';
import { call } from './support/api.ts';
import { openRow } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { readInHindi } from './support/language.ts';
import { expectSound, expectSoundBriefly } from './support/looks.ts';
import {
  keepHours,
  line,
  makeDoctor,
  makePatient,
  makePlace,
  makeStaff,
} from './support/people.ts';
import { windowOn } from './support/windows.ts';

test.use({ demo: false });

test('an administrator sets bookable times for the X-ray line, a patient and the desk book, and both patients are called in the order of these times [LINE-6, APPT-1] @gate', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(120_000);
  const { origin } = server;
  const place = await makePlace(origin, 'Rajani Clinic', 'Dr. Tara Evans');
  await keepHours(place.admin, place.hospital, roundTheClock, zoneWhereItIs(6, new Date()));
  const reception = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [{ name: 'X-ray', kind: 'imaging', asksFromHome: true, points: [{ name: 'Room 2' }] }],
    },
  });
  const point = lines[0]?.points[0]?.id ?? '';
  await call(reception, setPointState, { id: point, body: { state: 'open' } });

  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.goto('/hospital/dashboard?view=lines');
  await admin.getByRole('link', { name: 'Timetable of X-ray' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Timetable of X-ray' })).toBeVisible();
  await expect(admin.getByText('Nobody can book a time of this line.')).toBeVisible();
  await admin.getByRole('button', { name: 'Make a timetable' }).click();
  await admin.getByRole('button', { name: 'Add session', exact: true }).click();
  const session = windowOn(admin);
  for (const day of weekdays) {
    const name = `${day[0]?.toUpperCase()}${day.slice(1)}`;
    await session.getByRole('checkbox', { name }).check();
  }
  await session.getByLabel('From', { exact: true }).fill('07:00');
  await session.getByLabel('To', { exact: true }).fill('21:00');
  await session.getByLabel('Minutes for each patient').fill('20');
  await session.getByRole('button', { name: 'Add session' }).click();
  await admin.getByRole('button', { name: 'Save timetable' }).click();
  await expect(admin.getByText('The timetable is saved')).toBeVisible();
  await expectSoundBriefly(admin);

  const patient = await makePatient(origin, 'Uma Kale');
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto(`/patient/hospital/${place.hospital.id}`);
  await phone.getByRole('button', { name: 'Book Appointment X-ray' }).click();
  const booking = windowOn(phone);
  await expect(booking).toContainText('X-ray');
  const { today } = await call(place.admin, getDoctorSlots, { id: lines[0]?.id ?? '' });
  await booking.getByLabel('Date').fill(today);
  await booking.getByText('5:40 pm').click();
  await booking.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(phone.getByText('Appointment booked', { exact: true })).toBeVisible();
  await phone.goto('/patient/queue');
  const mine = phone.getByRole('region', { name: 'My Appointments' });
  await expect(mine).toContainText('X-ray');
  await expect(mine.getByRole('time')).toContainText(/5:40 pm/iu);

  const desk = await (await newBrowser(reception)).newPage();
  await desk.goto('/staff/dashboard?view=appointments');
  await desk.getByRole('button', { name: 'Book an appointment' }).click();
  const form = windowOn(desk);
  await form.getByText('A patient without an account').click();
  await form.getByLabel('Full name').fill('Bina Rao');
  await form.getByLabel('Doctor or line').selectOption({ label: 'X-ray' });
  await form.getByLabel('Date').fill(today);
  await form.getByText('4:00 pm').click();
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(desk.getByText('Appointment booked', { exact: true })).toBeVisible();
  const day = desk.getByRole('region', { name: 'X-ray' });
  await expect(day.getByRole('listitem')).toHaveCount(2);
  await expectSoundBriefly(desk);

  // The patient with the later appointment checks in first, but is called second.
  await day
    .getByRole('listitem')
    .filter({ hasText: 'Uma Kale' })
    .getByRole('button', { name: /^Check in/u })
    .click();
  await expect(desk.getByText('Uma Kale is in the line', { exact: true })).toBeVisible();
  await day
    .getByRole('listitem')
    .filter({ hasText: 'Bina Rao' })
    .getByRole('button', { name: /^Check in/u })
    .click();
  await expect(desk.getByText('Bina Rao is in the line', { exact: true })).toBeVisible();
  const called = await call(reception, callNext, { id: point });
  expect(called.queue.patient.name).toBe('Bina Rao');
});

test('a patient’s visit goes through four lines and back to the doctor, and eight screens show each step without a reload [LINE-1, LINE-2, LINE-3, LINE-4] @gate', async ({
  newBrowser,
  server,
}) => {
  test.setTimeout(240_000);
  const { origin } = server;
  const place = await makePlace(origin, 'Wada Clinic', 'Dr. Meera Kulkarni');
  const asha = await makePatient(origin, 'Asha Verma');
  // Asha has had an earlier visit, so that the desk finds her.
  const earlier = await line(place, asha);
  await call(place.admin, startConsultation, { id: earlier.id });
  await call(place.admin, completeConsultation, { id: earlier.id, body: {} });
  const reception = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const screens: Page[] = [];
  const loads = new Map<Page, () => number>();
  async function open(account: typeof reception, path: string): Promise<Page> {
    const page = await (await newBrowser(account)).newPage();
    loads.set(page, countLoads(page));
    screens.push(page);
    await page.goto(path);
    return page;
  }

  // The administrator creates the lines from a template, with the doctor in the line for any
  // doctor.
  const admin = await open(place.admin, '/hospital/dashboard?view=lines');
  await admin.getByRole('button', { name: 'Start from a template' }).click();
  const template = admin.getByRole('dialog', { name: 'Start from a template' });
  await template.getByRole('checkbox', { name: /^Dr\. Meera Kulkarni/u }).check();
  await template.getByRole('button', { name: 'Set up', exact: true }).click();
  const anyDoctor = admin.getByRole('listitem', { name: 'Any doctor' });
  await expect(anyDoctor).toContainText('Dr. Meera Kulkarni');
  await expectSoundBriefly(admin);
  await call(place.admin, addLines, {
    body: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 7' }] }] },
  });
  await expect(admin.getByRole('listitem', { name: 'Laboratory' })).toBeVisible();
  const { lines } = await call(place.admin, listLines);
  const named = (name: string): SharedLine => {
    const found = lines.find((each) => each.name === name);
    if (found === undefined) throw new Error(`There is no line ${name}.`);
    return found;
  };
  const pointOf = (name: string): string => {
    const [first] = named(name).points;
    if (first === undefined) throw new Error(`${name} has no counter.`);
    return `/staff/counter/${first.id}`;
  };

  // The desk adds a walk-in to the registration line, and then Asha behind that patient.
  const desk = await open(reception, `/staff/queue/${place.hospital.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  const receive = desk.getByRole('dialog', { name: 'Add a walk-in' });
  await receive.getByRole('textbox', { name: 'Full name' }).fill('Ravi Kumar');
  await receive
    .getByRole('combobox', { name: 'Doctor or line' })
    .selectOption('Registration – nobody waiting');
  await receive.getByRole('button', { name: /^Add/u }).click();
  await expect(receive).toHaveCount(0);
  const ticket = desk.getByRole('dialog', { name: 'Ticket' });
  await ticket.getByRole('button', { name: 'Close' }).last().click();
  await expect(ticket).toHaveCount(0);
  await expect(desk.getByRole('article', { name: 'Ravi Kumar' })).toBeVisible();
  await call(place.admin, putInLine, {
    id: earlier.patient.id,
    body: { lineId: named('Registration').id },
  });
  await expect(desk.getByRole('article', { name: 'Asha Verma' })).toBeVisible();
  const phone = await open(asha, '/patient/queue');
  await phone.setViewportSize({ width: 390, height: 844 });
  await expect(phone.getByText('You are 2nd', { exact: false }).first()).toBeVisible();

  // The desk plans Asha's next step with two taps.
  const hers = desk.getByRole('article', { name: 'Asha Verma' });
  await hers.getByRole('button', { name: 'Visit', exact: true }).click();
  const plan = desk.getByRole('dialog', { name: 'The visit of Asha Verma' });
  await plan.getByRole('button', { name: /^Vitals/u }).click();
  await expect(plan.getByRole('listitem').filter({ hasText: 'Planned: Vitals' })).toBeVisible();
  await expectSoundBriefly(desk);
  await desk.keyboard.press('Escape');
  await expect(plan).toHaveCount(0);

  // Registration calls the patient with one key, forwards her, undoes that and forwards her again.
  const registration = await open(reception, '/staff/counter');
  const choices = registration.getByRole('listitem').filter({ hasText: /^Registration/u });
  await expectSoundBriefly(registration);
  await choices.getByRole('link', { name: 'Counter 1' }).click();
  await registration.getByRole('button', { name: 'Open counter' }).click();
  await expect(registration.getByRole('button', { name: 'Call next' })).toBeEnabled();
  await expectSoundBriefly(registration);
  await registration.keyboard.press('F9');
  await expect(served(registration)).toHaveAccessibleName('Ravi Kumar');
  await sendOn(registration, 'Ravi Kumar', 'Vitals');
  await expect(registration.getByText('Nobody is being served')).toBeVisible();
  await registration.getByRole('button', { name: 'Undo' }).click();
  await expect(served(registration)).toHaveAccessibleName('Ravi Kumar');
  await sendOn(registration, 'Ravi Kumar', 'Vitals');
  await registration.keyboard.press('F9');
  await expect(served(registration)).toHaveAccessibleName('Asha Verma');
  await expect(phone.getByText('It is your turn').first()).toBeVisible();
  // The page contains the sentence twice: in large letters, and as text for screen readers.
  await expect(phone.getByText('Please go in to Registration, Counter 1 now.')).toHaveCount(2);
  await sendOn(registration, 'Asha Verma', 'Vitals');
  // A screen reader announces Asha's next step, and never that she has left the line.
  await expect(phone.getByRole('status').filter({ hasText: 'Next stop: Vitals.' })).toHaveCount(1);
  await expect(phone.getByText('Go to Vitals', { exact: true })).toBeVisible();
  const happened = phone.getByRole('region', { name: 'What happened' });
  await expect(happened.getByText('Sent to Vitals')).toBeVisible();
  await expect(happened.getByText('Done at Registration')).toBeVisible();

  // The page on Asha's phone shows the finished steps of the visit and the current line.
  const visit = phone.getByRole('region', { name: 'Your visit' });
  await expect(visit.getByRole('listitem')).toHaveText([
    /Registration.*Done at/u,
    /Vitals.*You wait here, place 2/u,
  ]);
  await expectSoundBriefly(phone);

  // At the counter Vitals, one patient is completed, and the other is forwarded to the line for any
  // doctor.
  const vitals = await open(reception, pointOf('Vitals'));
  await vitals.getByRole('button', { name: 'Open counter' }).click();
  await vitals.getByRole('button', { name: 'Call next' }).click();
  await expect(served(vitals)).toHaveAccessibleName('Ravi Kumar');
  await vitals.getByRole('button', { name: 'Complete', exact: true }).click();
  await vitals.getByRole('button', { name: 'Call next' }).click();
  await expect(served(vitals)).toHaveAccessibleName('Asha Verma');
  await sendOn(vitals, 'Asha Verma', 'Any doctor');

  // The doctor calls Asha from the line for any doctor. Then the doctor forwards her to the
  // laboratory, from which she is to return.
  const room = await open(place.admin, pointOf('Any doctor'));
  await room.getByRole('button', { name: 'Open counter' }).click();
  await room.getByRole('button', { name: 'Call next' }).click();
  await expect(served(room)).toHaveAccessibleName('Asha Verma');
  const console = await open(place.admin, `/doctor/console/${place.doctor.id}`);
  await console.getByRole('button', { name: 'Send on' }).click();
  const sending = console.getByRole('dialog', { name: 'Send Asha Verma on' });
  await sending.getByRole('checkbox', { name: 'Comes back here afterwards' }).check();
  await sending.getByRole('button', { name: /^Laboratory/u }).click();
  await expect(sending).toHaveCount(0);
  await expect(visit.getByRole('listitem')).toHaveText([
    /Registration/u,
    /Vitals/u,
    /Dr\. Meera Kulkarni.*Done at/u,
    /Laboratory.*You wait here, place 1/u,
    /Dr\. Meera Kulkarni.*You come back here/u,
  ]);

  // The laboratory's display shows only its line.
  const { url } = await call(place.admin, makeScreen, {
    body: { kind: 'display', name: 'Laboratory', doctorIds: [named('Laboratory').id] },
  });
  const display = await (await newBrowser()).newPage();
  await display.goto(url);
  const tile = display.getByRole('listitem').filter({ hasText: 'Laboratory' });
  await expect(tile).toContainText('Nobody is calling patients from this line now');
  await expect(tile).toContainText('R-002');
  await expect(display.getByText('Dr. Meera Kulkarni')).toHaveCount(0);
  await expectSoundBriefly(display);

  // The laboratory finishes with Asha. She returns to the doctor automatically, and the doctor ends
  // the visit.
  const laboratory = await open(reception, pointOf('Laboratory'));
  await laboratory.getByRole('button', { name: 'Open counter' }).click();
  await laboratory.getByRole('button', { name: 'Call next' }).click();
  await expect(phone.getByText('Window 7').first()).toBeVisible();
  await expect(
    display.getByText('Token R-002, please go in to Laboratory, Window 7.'),
  ).toBeAttached();
  await expect(tile.getByRole('listitem').filter({ hasText: 'Window 7' })).toContainText('R-002');
  await laboratory.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(laboratory.getByText('Nobody is being served')).toBeVisible();
  await expect(console.getByRole('heading', { name: 'Next patient' })).toBeVisible();
  await console.getByRole('button', { name: /^Call In/u }).click();
  await expect(phone.getByText('It is your turn').first()).toBeVisible();
  await console.getByRole('button', { name: 'Visit', exact: true }).click();
  const whole = console.getByRole('dialog', { name: 'The visit of Asha Verma' });
  await expect(whole.getByRole('region', { name: /^Stops/u }).getByRole('listitem')).toHaveText([
    /Past: Registration/u,
    /Past: Vitals/u,
    /Past: Dr\. Meera Kulkarni/u,
    /Past: Laboratory/u,
    /Now: Dr\. Meera Kulkarni/u,
  ]);
  await expectSoundBriefly(console);
  await console.keyboard.press('Escape');
  await expect(whole).toHaveCount(0);
  // Past visits and their buttons to rate them load only when they are near the visible part of the page.
  const history = phone.getByRole('region', { name: 'Queue History' });
  await history.scrollIntoViewIfNeeded();
  const past = history.locator('ul > li');
  await past.last().scrollIntoViewIfNeeded();
  const rate = phone.getByRole('button', { name: /^Rate this visit/u });
  // The page has one button to rate a visit. It belongs to an earlier visit, because the present
  // visit is not over.
  await expect(rate).toHaveCount(1);
  await console.getByRole('button', { name: 'Complete Consultation' }).click();
  await expect(visit).toHaveCount(0);
  await expect(phone.getByText('Your visit is complete')).toBeVisible();
  // The visit with five steps appears as one past visit. The patient rates it as a whole once it is
  // over.
  await expect(past).toHaveCount(2);
  await expect(past.first().getByRole('listitem')).toHaveText([
    /Done at Registration/u,
    /Done at Vitals/u,
    /Done at Dr\. Meera Kulkarni/u,
    /Done at Laboratory/u,
    /Done at Dr\. Meera Kulkarni/u,
  ]);
  await expect(rate).toHaveCount(3);

  for (const page of screens) expect(loads.get(page)?.(), page.url()).toBe(1);
});

/** The card of the patient at a counter. */
function served(counter: Page): Locator {
  return counter.getByRole('region').filter({ hasText: 'Being served' });
}

/** Forwards a patient with two taps: the button, then the line. */
async function sendOn(counter: Page, name: string, to: string): Promise<void> {
  await counter.getByRole('button', { name: 'Send on', exact: true }).click();
  const window = counter.getByRole('dialog', { name: `Send ${name} on` });
  await window.getByRole('button', { name: new RegExp(`^${to}`, 'u') }).click();
  await expect(window).toHaveCount(0);
}

function countLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

test('a patient at home requests a place with any free doctor, is approved, watches the place in line and leaves the line [LINE-6, PAT-9, QST-7]', async ({
  newBrowser,
  server,
}) => {
  const { origin } = server;
  const place = await makePlace(origin, 'Nadi Clinic', 'Dr. Sana Iyer');
  const ravi = await makePatient(origin, 'Ravi Kumar');
  await call(place.admin, addLines, {
    body: {
      lines: [
        {
          name: 'General Medicine',
          kind: 'any_doctor',
          points: [{ name: 'Room 2', doctorId: place.doctor.id }],
        },
        { name: 'Pharmacy', kind: 'pharmacy', points: [{ name: 'Window 1' }] },
      ],
    },
  });
  const phone = await (await newBrowser(ravi)).newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(`/patient/hospital/${place.hospital.id}`);
  const lines = phone.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('Dr. Sana Iyer calls from this line.');
  await expect(lines).toContainText('Nobody is calling from this line now');
  await expectSound(phone);
  await lines.getByRole('button', { name: 'of General Medicine' }).click();
  const asking = phone.getByRole('dialog', { name: 'Join the line General Medicine' });
  await asking.getByRole('button', { name: 'Send Request' }).click();
  await expect(lines.getByText('Your request is with the staff.')).toBeVisible();

  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/staff/queue/${place.hospital.id}`);
  await desk
    .getByRole('article', { name: 'Ravi Kumar' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await lines.getByRole('link', { name: 'See my place' }).click();
  await expect(phone.getByText('You are 1st').first()).toBeVisible();
  await expect(phone.getByText('General Medicine').first()).toBeVisible();
  await phone.getByRole('button', { name: 'Leave the queue' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(desk.getByRole('article', { name: 'Ravi Kumar' })).toHaveCount(0);
});

test('the desk forwards a waiting patient to another line with two taps, and a third tap restores the same place [LINE-3, LINE-4]', async ({
  newBrowser,
  server,
}) => {
  const { origin } = server;
  const place = await makePlace(origin, 'Tapi Clinic', 'Dr. Leela Nair');
  const { lines } = await call(place.admin, addLines, {
    body: { lines: [{ name: 'Pharmacy', kind: 'pharmacy', points: [{ name: 'Window 1' }] }] },
  });
  const [point] = lines[0]?.points ?? [];
  await call(place.admin, setPointState, { id: point?.id ?? '', body: { state: 'open' } });
  const asha = await makePatient(origin, 'Asha Verma');
  const ravi = await makePatient(origin, 'Ravi Kumar');
  await line(place, ravi);
  await line(place, asha);
  await line(place, await makePatient(origin, 'Sana Khan'));
  const phone = await (await newBrowser(asha)).newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/patient/queue');
  await expect(phone.getByText('You are 2nd', { exact: false }).first()).toBeVisible();
  const reception = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const desk = await (await newBrowser(reception)).newPage();
  await desk.goto(`/staff/queue/${place.hospital.id}`);
  const hers = desk.getByRole('article', { name: 'Asha Verma' });
  await hers.getByRole('button', { name: 'Send on', exact: true }).click();
  const window = desk.getByRole('dialog', { name: 'Send Asha Verma on' });
  await window.getByRole('button', { name: /^Pharmacy/u }).click();
  await expect(window).toHaveCount(0);
  await expect(phone.getByText('You are next', { exact: false }).first()).toBeVisible();
  const bar = desk.getByRole('region', { name: 'Sent on' });
  await expect(bar).toContainText('Asha Verma is sent on to Pharmacy.');
  await expectSoundBriefly(desk);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar).toHaveCount(0);
  await expect(desk.getByText('Asha Verma is back here.')).toBeVisible();
  await expect(desk.getByRole('heading', { level: 4 })).toHaveText([
    'Ravi Kumar',
    'Asha Verma',
    'Sana Khan',
  ]);
  // The desk forwards Asha again and undoes the forwarding with the keyboard shortcut.
  await hers.getByRole('button', { name: 'Send on', exact: true }).click();
  await window.getByRole('button', { name: /^Pharmacy/u }).click();
  await expect(bar).toContainText('Asha Verma is sent on to Pharmacy.');
  await expect(window).toHaveCount(0);
  await desk.keyboard.press('z');
  await expect(bar).toHaveCount(0);
  await expect(desk.getByRole('heading', { level: 4 })).toHaveText([
    'Ravi Kumar',
    'Asha Verma',
    'Sana Khan',
  ]);
  await expect(phone.getByText('You are 2nd', { exact: false }).first()).toBeVisible();
  await expectSoundBriefly(phone);
  // If two actions can be undone, the desk shows only the bar of the later one, because both bars
  // have the same position and key.
  const sana = await openRow(desk, 'Sana Khan');
  await sana.getByRole('button', { name: 'Remove' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const ended = desk.getByRole('region', { name: 'Undo', exact: true });
  await expect(ended).toContainText('Sana Khan');
  await hers.getByRole('button', { name: 'Send on', exact: true }).click();
  await window.getByRole('button', { name: /^Pharmacy/u }).click();
  await expect(bar).toContainText('Asha Verma is sent on to Pharmacy.');
  await expect(ended).toHaveCount(0);
  await desk.keyboard.press('z');
  await expect(bar).toHaveCount(0);
  await expect(ended).toContainText('Sana Khan');
  await desk.keyboard.press('z');
  await expect(desk.getByRole('heading', { level: 4 })).toHaveCount(3);
});

test('when a doctor completes a visit, the console forwards the patient to the planned step, with an undo button, or keeps the plan [LINE-3, CONS-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tara Clinic', 'Dr. Isha Nair');
  const { lines } = await call(place.admin, addLines, {
    body: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 1' }] }] },
  });
  const [laboratory] = lines;
  if (laboratory === undefined) throw new Error('There is no laboratory.');
  const [asha, bela] = [
    await line(place, await makePatient(server.origin, 'Asha Verma')),
    await line(place, await makePatient(server.origin, 'Bela Shah')),
  ];
  for (const { id } of [asha, bela]) {
    await call(place.admin, planStops, { id, body: { lineIds: [laboratory.id] } });
  }
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await page.getByRole('button', { name: 'Call In' }).click();
  const going = page.getByRole('button', { name: 'Complete and send to Laboratory' });
  await expect(going).toBeVisible();
  await expectSoundBriefly(page);
  await going.click();
  await expect(page.getByText('The visit of Asha Verma is completed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  const waiting = async () => {
    const { lines: now } = await call(place.admin, listLines);
    return now.find(({ id }) => id === laboratory.id)?.waiting;
  };
  expect(await waiting()).toBe(1);

  await page.getByRole('button', { name: 'Call In' }).click();
  await page.getByRole('button', { name: 'Complete only' }).click();
  await expect(page.getByText('The visit of Bela Shah is completed.')).toBeVisible();
  expect(await waiting()).toBe(1);
  const { journey } = await call(place.admin, getJourney, { id: bela.id });
  expect(journey.stops.map(({ status }) => status)).toEqual(['completed', null]);
});

test('the console shows the notes of earlier steps as one visit, each note with its line [LINE-4, CONS-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Usha Clinic', 'Dr. Isha Nair');
  const points = [{ name: 'Counter 1' }];
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [
        { name: 'Registration', kind: 'registration', points },
        { name: 'Vitals', kind: 'vitals', points },
      ],
    },
  });
  const [registration, vitals] = lines;
  if (registration === undefined || vitals === undefined) throw new Error('A line is missing.');
  const { queue } = await call(place.admin, addWalkIn, {
    body: { name: 'Devi Nair', lineId: registration.id, symptoms: 'A rash' },
  });
  const lineIds = [vitals.id, place.doctor.id];
  await call(place.admin, planStops, { id: queue.id, body: { lineIds } });
  const serve = async ({ points: [point] }: SharedLine, notes: string) => {
    if (point === undefined) throw new Error('There is no counter.');
    await call(place.admin, setPointState, { id: point.id, body: { state: 'open' } });
    await call(place.admin, callNext, { id: point.id });
    return call(place.admin, finishAtPoint, { id: point.id, body: { as: 'completed', notes } });
  };
  await serve(registration, 'Card renewed');
  const { next } = await serve(vitals, 'Blood pressure 120/80');
  if (next === null) throw new Error('The visit has ended.');
  await call(place.admin, startConsultation, { id: next.id });
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto(`/doctor/console/${place.doctor.id}`);
  const visits = page.getByRole('region', { name: 'Earlier visits here' }).getByRole('listitem');
  await expect(visits).toHaveCount(1);
  await expect(visits).toContainText('Registration: Card renewed');
  await expect(visits).toContainText('Vitals: Blood pressure 120/80');
  await expect(visits.getByText('A rash')).toHaveCount(1);
  await expect(visits).toContainText('In Progress');
  await expectSoundBriefly(page);
});

test('when a doctor returns while the doctor’s service point is closed, the console and the desk say so and can open this service point [LINE-5, DST-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Megha Clinic', 'Dr. Isha Nair');
  const id = place.doctor.id;
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [
        { name: 'Any doctor', kind: 'any_doctor', points: [{ name: 'Room 2', doctorId: id }] },
      ],
    },
  });
  const [any] = lines;
  const point = any?.points[0];
  if (!any || !point) throw new Error('There is no line for any doctor.');
  await call(place.admin, setPointState, { id: point.id, body: { state: 'open' } });
  for (const name of ['Asha Verma', 'Bela Shah']) {
    await call(place.admin, addWalkIn, { body: { name, phone: '', lineId: any.id } });
  }
  await call(place.admin, setDoctorStatus, { id, body: { status: 'offline' } });
  const context = await newBrowser(place.admin);
  const console = await context.newPage();
  await console.goto(`/doctor/console/${id}`);
  await expect(console.getByRole('heading', { level: 1 })).toBeVisible();
  const desk = await context.newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  await call(place.admin, setDoctorStatus, { id, body: { status: 'available' } });
  const notice = /Dr\. Isha Nair is Available, but .* 2 patients are waiting there\./u;
  await expect(console.getByText(notice)).toBeVisible();
  await expect(desk.getByText(notice)).toBeVisible();
  await expectSoundBriefly(desk);
  await expectSoundBriefly(console);
  await console.getByRole('button', { name: 'Open service point' }).click();
  await expect(console.getByText(notice)).toHaveCount(0);
  await expect(desk.getByText(notice)).toHaveCount(0);
});

test('the administrator’s desk can show one shared line with its counters, its waiting patients and live changes [ADM-5, LINE-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Chaya Clinic', 'Dr. Isha Nair');
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [
        {
          name: 'Laboratory',
          kind: 'laboratory',
          points: [{ name: 'Window 1' }, { name: 'Window 2' }],
        },
      ],
    },
  });
  const [laboratory] = lines;
  if (laboratory === undefined) throw new Error('There is no laboratory.');
  const [first, second] = laboratory.points;
  if (first === undefined || second === undefined) throw new Error('There are no windows.');
  for (const name of ['Asha Verma', 'Bela Shah', 'Chand Rao']) {
    await call(place.admin, addWalkIn, { body: { name, phone: '', lineId: laboratory.id } });
  }
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  await desk.getByRole('combobox', { name: 'Doctor or line' }).selectOption('Laboratory');
  await expect(desk.getByText('No service point is open')).toBeVisible();
  const waiting = desk.getByRole('list', { name: 'Waiting list' }).getByRole('article');
  await expect(waiting.getByRole('heading')).toHaveText(['Asha Verma', 'Bela Shah', 'Chand Rao']);
  await expect(desk.getByText('Nobody is being served right now.')).toBeVisible();
  for (const { id } of [first, second]) {
    await call(place.admin, setPointState, { id, body: { state: 'open' } });
    await call(place.admin, callNext, { id });
  }
  await expect(desk.getByText('2 service points are open')).toBeVisible();
  await expect(waiting.getByRole('heading')).toHaveText(['Chand Rao']);
  const served = desk.getByRole('listitem').filter({ hasText: /Window \d$/u });
  await expect(served).toHaveText([/Bela Shah.*Window 2/u, /Asha Verma.*Window 1/u]);
  await expectSound(desk);
  await desk.reload();
  await expect(waiting.getByRole('heading')).toHaveText(['Chand Rao']);
  await served.getByRole('link', { name: 'Window 1' }).click();
  await expect(desk).toHaveURL(new RegExp(`/staff/counter/${first.id}$`, 'u'));
});

test('a patient who waits in a line without an open counter reads that no counter is open, and nothing about an absent doctor [LINE-1, PAT-11]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Megha Clinic', 'Dr. Isha Nair');
  const asha = await makePatient(server.origin, 'Asha Verma');
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [
        {
          name: 'Vaccination',
          kind: 'other',
          asksFromHome: true,
          points: [{ name: 'Window 1' }],
        },
      ],
    },
  });
  const [vaccination] = lines;
  const [window] = vaccination?.points ?? [];
  if (vaccination === undefined || window === undefined) throw new Error('There is no line.');
  const { queue } = await call(asha, requestPlace, { body: { doctorId: vaccination.id } });
  await call(place.admin, approveRequest, { id: queue.id, body: {} });
  await call(place.admin, setPointState, { id: window.id, body: { state: 'open' } });
  const phone = await (await newBrowser(asha)).newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto('/patient/queue');
  const wait = phone.locator('dl').filter({ hasText: 'Estimated wait' });
  await expect(wait).toContainText(/By|Between|minutes/u);
  await call(place.admin, setPointState, { id: window.id, body: { state: 'paused' } });
  await expect(wait).toContainText('No counter of this line is open right now.');
  await expect(wait).not.toContainText('Calculating...');
  await expect(phone.getByRole('article').first()).not.toContainText('doctor');
  await expectSound(phone);
  await readInHindi(phone);
  await expect(phone.getByText('इस कतार का कोई काउंटर अभी खुला नहीं है।')).toBeVisible();
});

test('a patient who joins a line while a counter opens appears at that counter, even if the counter first received older data [LINE-2, EV-9]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Chandra Clinic', 'Dr. Rekha Iyer');
  const { lines } = await call(place.admin, addLines, {
    body: { lines: [{ name: 'Pharmacy', kind: 'pharmacy', points: [{ name: 'Window 2' }] }] },
  });
  const [pharmacy] = lines;
  const [window] = pharmacy?.points ?? [];
  if (!pharmacy || !window) throw new Error('The line or its window is missing.');
  await call(place.admin, setPointState, { id: window.id, body: { state: 'open' } });
  const counter = await (await newBrowser(place.admin)).newPage();
  const [isAsked, mayCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let answers = 0;
  await counter.route(`**/api/hospital/points/${window.id}`, async (route) => {
    answers += 1;
    if (answers > 1) return route.continue();
    const old = await route.fetch();
    isAsked.resolve();
    await mayCome.promise;
    await route.fulfill({ response: old });
  });
  // The counter page opens its live connection before it requests the line's data.
  const live = counter.waitForResponse(/\/api\/queues\/realtime\/events/u);
  await counter.goto('/staff/counter');
  await live;
  await counter.getByRole('link', { name: 'Window 2' }).click();
  await isAsked.promise;
  await call(place.admin, addWalkIn, {
    body: { lineId: pharmacy.id, name: 'Ravi Kumar', phone: '' },
  });
  // After this pause the counter has received the live event about the new patient.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  mayCome.resolve();
  const rows = counter.getByRole('region', { name: /^Waiting for/u }).getByRole('listitem');
  await expect(rows).toHaveText([/Ravi Kumar/u]);
});

test('My Queue shows past, present and planned steps of a visit with the remaining time, and updates live when the plan changes [LINE-3, LINE-4, LINE-5]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Varsha Clinic', 'Dr. Isha Nair');
  const asha = await makePatient(server.origin, 'Asha Verma');
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: ['Registration', 'Vitals', 'Laboratory', 'Pharmacy'].map((name) => ({
        name,
        kind: 'other' as const,
        asksFromHome: name === 'Registration',
        points: [{ name: `${name} window` }],
      })),
    },
  });
  const [registration, vitals, laboratory, pharmacy] = lines;
  if (!registration || !vitals || !laboratory || !pharmacy) throw new Error('A line is missing.');
  const open = async ({ points: [point] }: SharedLine, state: 'open' | 'closed' = 'open') => {
    if (point === undefined) throw new Error('There is no window.');
    await call(place.admin, setPointState, { id: point.id, body: { state } });
    return point.id;
  };
  const [window] = [await open(registration), await open(vitals), await open(pharmacy)];
  const { queue: first } = await call(asha, requestPlace, { body: { doctorId: registration.id } });
  await call(place.admin, approveRequest, { id: first.id, body: {} });
  await call(place.admin, callNext, { id: window });
  const phone = await (await newBrowser(asha)).newPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  // A called patient who scans the QR code at the door reads where to go, and no doctor's name.
  const { door } = await call(place.admin, renewDoorCode);
  await phone.goto(door.url);
  await expect(
    phone.getByText('It is your turn: please go in to Registration window.'),
  ).toBeVisible();
  const { queue: entry } = await call(place.admin, sendOnCall, {
    id: first.id,
    body: { lineId: vitals.id },
  });
  const plan = (...stops: SharedLine[]) =>
    call(place.admin, planStops, { id: entry.id, body: { lineIds: stops.map(({ id }) => id) } });
  await plan(pharmacy);

  const loads = countLoads(phone);
  await phone.goto('/patient/queue');
  const visit = phone.getByRole('region', { name: 'Your visit' });
  const stops = visit.getByRole('listitem');
  await expect(stops).toHaveText([
    /^Past: Registration.*Done at/u,
    /^Now: Vitals.*You wait here, place 1/u,
    /^Later: Pharmacy.*Comes after this/u,
  ]);
  await expect(visit.getByText('Token R-001 stays the same at every stop.')).toBeVisible();
  const left = visit.getByText(/^(?:About|At most about) .+ until you are done\.$/u);
  await expect(left).toBeVisible();
  const short = await left.innerText();
  await expectSound(phone);

  // The phone must learn of the desk's plan by a live event, because it polls only once a minute.
  await open(laboratory);
  await plan(laboratory, pharmacy);
  await expect(stops).toHaveText([
    /Registration/u,
    /Vitals/u,
    /Later: Laboratory/u,
    /Later: Pharmacy/u,
  ]);
  await expect(left).not.toHaveText(short);

  // While the counter of a planned step is closed, the remaining time of the visit cannot be
  // forecast.
  await open(laboratory, 'closed');
  await plan(pharmacy, laboratory);
  await expect(stops).toHaveText([
    /Registration/u,
    /Vitals/u,
    /Later: Pharmacy/u,
    /Later: Laboratory/u,
  ]);
  await expect(left).toHaveCount(0);
  expect(loads()).toBe(1);
});

test('staff find the next doctor or line for a patient by a name typed in another script [LINE-1, LINE-3, ENT-9]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Mogra Clinic', 'Dr. Ketaki Rane');
  const others = ['Asha', 'Bela', 'Charu', 'Divya', 'Esha', 'Falguni', 'Gauri', 'Hema'];
  for (const name of [...others, 'Zubin']) await makeDoctor(place.admin, `Dr. ${name} Daruwala`);
  await call(place.admin, addLines, {
    body: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 7' }] }] },
  });
  const entry = await line(place, await makePatient(server.origin, 'Kusum Apte'));
  await call(place.admin, startConsultation, { id: entry.id });
  const console = await (await newBrowser(place.admin)).newPage();
  await console.goto(`/doctor/console/${place.doctor.id}`);
  await console.getByRole('button', { name: 'Send on' }).click();
  const sending = console.getByRole('dialog', { name: 'Send Kusum Apte on' });
  await sending.getByRole('searchbox', { name: 'Find a line or a doctor' }).fill('ज़ुबिन');
  await expect(sending.getByRole('button', { name: /Daruwala/u })).toHaveText([/Dr\. Zubin/u]);
  await sending.getByRole('searchbox', { name: 'Find a line or a doctor' }).fill('लैबोरेटरी');
  await expect(sending.getByRole('button', { name: /Laboratory/u })).toBeVisible();
  await expect(sending.getByRole('button', { name: /Daruwala/u })).toHaveCount(0);
});

test('a patient whose next line is closed reads about the closure, can be forwarded elsewhere, and joins once the line opens [LINE-3, LINE-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Lata Joshi');
  const asha = await makePatient(server.origin, 'Asha Verma');
  const earlier = await line(place, asha);
  await call(place.admin, startConsultation, { id: earlier.id });
  await call(place.admin, completeConsultation, { id: earlier.id, body: {} });
  const { lines } = await call(place.admin, addLines, {
    body: {
      lines: [
        { name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Window 7' }] },
        { name: 'Pharmacy', kind: 'pharmacy', points: [{ name: 'Window 9' }] },
      ],
    },
  });
  const [laboratory, pharmacy] = lines;
  const [window] = laboratory?.points ?? [];
  if (laboratory === undefined || pharmacy === undefined || window === undefined) {
    throw new Error('The lines were not set up.');
  }
  const { queue: entry } = await call(place.admin, putInLine, {
    id: earlier.patient.id,
    body: { lineId: laboratory.id },
  });
  await call(place.admin, planStops, { id: entry.id, body: { lineIds: [pharmacy.id] } });
  await call(place.admin, setLineOpen, { id: pharmacy.id, body: { isOpen: false } });
  await call(place.admin, setPointState, { id: window.id, body: { state: 'open' } });
  await call(place.admin, callNext, { id: window.id });
  await call(place.admin, finishAtPoint, { id: window.id, body: { as: 'completed' } });

  const phone = await (await newBrowser(asha)).newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/patient/queue');
  const visit = phone.getByRole('region', { name: 'Your visit' });
  await expect(visit).toContainText('Pharmacy is not taking patients right now.');
  await expect(visit).toContainText('If that takes too long, ask the desk.');
  await expect(phone.getByText('You are done at Laboratory.', { exact: false })).toBeVisible();
  await expect(phone.getByText('Your visit is complete')).toHaveCount(0);
  await expect(visit.getByRole('listitem')).toHaveText([
    /^Past: Laboratory.*Done at/u,
    /^Later: Pharmacy/u,
  ]);
  await expectSound(phone);

  const reception = await makeStaff(place, 'Kavita Rao', 'receptionist');
  const desk = await (await newBrowser(reception)).newPage();
  await desk.goto(`/staff/queue/${place.hospital.id}?today`);
  const today = desk.getByRole('dialog', { name: 'Today', exact: false });
  const waiting = today.getByRole('region', { name: 'Waiting for a closed line' });
  await expect(waiting.getByRole('listitem')).toContainText(['Next stop: Pharmacy']);
  await expect(waiting.getByRole('button', { name: 'Bring back' })).toBeVisible();
  await expectSoundBriefly(desk);
  await waiting.getByRole('button', { name: 'Send on' }).click();
  const sending = desk.getByRole('dialog', { name: 'Send Asha Verma on' });
  await sending.getByRole('button', { name: /^Dr\. Lata Joshi/u }).click();
  await expect(phone.getByText('You are next', { exact: false }).first()).toBeVisible();
  await desk.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(visit).toContainText('Pharmacy is not taking patients right now.');

  await call(place.admin, setLineOpen, { id: pharmacy.id, body: { isOpen: true } });
  await expect(visit.getByRole('listitem')).toHaveText([/Laboratory/u, /^Now: Pharmacy/u]);
});
