/**
 * Tests of every screen of the hospital's staff in its main states, at each width, in light and
 * dark mode, in both languages.
 */
import { addDoctor, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { noteEntry, startConsultation } from '@baari/contract/queue/queue.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { allAnswered } from '../support/clock.ts';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import {
  ask,
  demoAccount,
  line,
  makePatient,
  makePlace,
  makeStaff,
  type Place,
  signIn,
} from '../support/people.ts';
import { answer, type Call, refuse } from '../support/routing.ts';
import {
  away,
  expectFailureShown,
  expectLoadingShown,
  type ScreenState,
} from '../support/screen-states.ts';
import { windowOn } from '../support/windows.ts';

/**
 * Who views the page: the administrator of this test's own hospital, or staff of the hospital in
 * the demonstration data.
 */
type Who = 'owner' | 'reception' | 'doctor';

interface Setting {
  readonly place: Place;
  readonly people: Record<Who, Account>;
  /** The ids of the hospital and the doctor in the demonstration data. */
  readonly hospitalId: string;
  readonly doctorId: string;
}

// One of the longest files, so its tests run in parallel on all workers.
test.describe.configure({ mode: 'parallel' });

let setting: Setting;

test.beforeAll(async ({ server }) => {
  const { origin } = server;
  const place = await makePlace(origin, 'Palash Clinic', 'Dr. Jayanti Rao');
  const [inside, first, second] = await Promise.all(
    ['Gopal Nair', 'Lalita Singh', 'Omkar Jadhav'].map((name) => makePatient(origin, name)),
  );
  if (!inside || !first || !second) throw new Error('Three patients were made.');
  await call(place.admin, startConsultation, { id: (await line(place, inside)).id });
  const { id } = await line(place, first);
  await call(place.admin, noteEntry, { id, body: { notes: 'Comes by wheelchair.' } });
  await line(place, second);
  await ask(await makePatient(origin, 'Pallavi Deo'), place.doctor.id);
  const doctor = await demoAccount(origin, 'doctor');
  const { user } = await call(doctor, getCurrentUser);
  setting = {
    place,
    people: { owner: place.admin, reception: await demoAccount(origin, 'reception'), doctor },
    hospitalId: user.hospitalId ?? '',
    doctorId: user.doctorId ?? '',
  };
});

interface Screen {
  readonly name: string;
  readonly rows: string;
  readonly who: Who;
  readonly path: (setting: Setting) => string;
  readonly heading: string;
  readonly shows: readonly string[];
}

const consolePath = ({ place }: Setting) => `/doctor/console/${place.doctor.id}`;

const screens: readonly Screen[] = [
  {
    name: 'the medical team',
    rows: '[ROUTE-21, ADM-1, ADM-2]',
    who: 'owner',
    path: () => '/hospital/dashboard',
    heading: 'Doctors',
    shows: ['Dr. Jayanti Rao'],
  },
  {
    name: 'the requests at the desk',
    rows: '[ROUTE-21, ADM-3, ADM-6]',
    who: 'owner',
    path: () => '/hospital/dashboard?view=queue',
    heading: 'Queue Management',
    shows: ['Pallavi Deo', 'HIGH', 'Live Updates'],
  },
  {
    name: 'the line of a doctor at the desk',
    rows: '[ROUTE-21, ADM-3, ADM-5] @gate',
    who: 'owner',
    path: () => '/hospital/dashboard?view=queue&tab=queue',
    heading: 'Queue Management',
    shows: ['Gopal Nair', 'Lalita Singh', 'Omkar Jadhav', 'Staff notes: Comes by wheelchair.'],
  },
  {
    name: 'the hospital’s profile',
    rows: '[ROUTE-19, HPROF-1, HPROF-2]',
    who: 'owner',
    path: () => '/hospital/profile',
    heading: 'Hospital Profile',
    shows: ['Basic Information', 'Contact Information', 'Edit Profile', 'Palash Clinic'],
  },
  {
    name: 'the team',
    rows: '[JOINH-2, ROLE-8]',
    who: 'owner',
    path: () => '/hospital/dashboard?view=team',
    heading: 'Team',
    shows: ['Rukmini Gokhale'],
  },
  {
    name: 'the staff’s queue page',
    rows: '[ROUTE-22, STAFF-1, STAFF-2, STAFF-3]',
    who: 'reception',
    path: ({ hospitalId }) => `/staff/queue/${hospitalId}`,
    heading: 'Queue Management',
    shows: ['Pending Requests', 'Approved Today', 'Rejected Today'],
  },
  {
    name: 'the staff’s dashboard',
    rows: '[ROUTE-23]',
    who: 'reception',
    path: () => '/staff/dashboard',
    heading: 'Dashboard',
    shows: ['Waiting now', 'Dr. Meera Kulkarni'],
  },
  {
    name: 'the doctor’s page',
    rows: '[ROUTE-24, DOC-1, DOC-2]',
    who: 'doctor',
    path: ({ doctorId }) => `/doctor/view/${doctorId}`,
    heading: 'My Queue',
    shows: ['Live Updates'],
  },
  {
    name: 'the doctor’s console',
    rows: '[ROUTE-25, CONS-1, CONS-2, CONS-3] @gate',
    who: 'owner',
    path: consolePath,
    heading: 'Doctor Console',
    shows: ['Gopal Nair', 'Complete Consultation', 'Total in Queue', 'Completed Today'],
  },
];

for (const { name, rows, who, path, heading, shows } of screens) {
  test(`${name} is accessible on a phone and a desktop, in light and dark mode, in both languages ${rows}`, async ({
    page,
    context,
  }) => {
    const names = collectNames(page);
    await signIn(context, setting.people[who]);
    await page.goto(path(setting));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    for (const text of shows) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expectLoaded(page);
    await expectSound(page);
    await readInHindi(page);
    await expectLoaded(page);
    await expectHindiOnly(page, names);
    await expectSoundBriefly(page);
  });
}

test('a new doctor gets a listed specialty, and an existing or a new department of the hospital [ENT-5, VAL-3]', async ({
  page,
  context,
}) => {
  await signIn(context, setting.people.owner);
  await page.goto('/hospital/dashboard');
  await page.getByRole('button', { name: 'Add Doctor' }).click();
  const form = page.getByRole('dialog', { name: 'Add Doctor' });
  await form.getByLabel('Full name').fill('Dr. Zubin Pal');
  await form.getByLabel('Email').fill('chandra@palash.example');
  await form.getByLabel('Phone').fill('+919800011122');
  await form.getByLabel('Specialty').selectOption('Urology');
  await form.getByLabel('Department', { exact: true }).selectOption({ label: 'Other' });
  await expect(form.getByRole('button', { name: 'Add Doctor' })).toBeDisabled();
  await form.getByLabel('Name of the department').fill('पथरी क्लिनिक');
  await form.getByRole('button', { name: 'Add Doctor' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Dr. Zubin Pal' });
  await expect(card).toContainText('Urology · पथरी क्लिनिक');
});

const colleagues: Call = { method: 'GET', path: /^\/hospital\/doctors$/u };
const pending: Call = { method: 'GET', path: /^\/hospitals\/[^/]+\/queues\/pending$/u };
const doctorQueue: Call = { method: 'GET', path: /^\/hospital\/doctors\/[^/]+\/queue$/u };

const failures: readonly ScreenState<Setting>[] = [
  {
    name: 'the medical team',
    rows: '[HPROF-3, ADM-2]',
    path: () => '/hospital/dashboard',
    call: colleagues,
    shows: ['Error loading hospital data', away, 'Try again'],
  },
  {
    name: 'the requests at the desk',
    rows: '[ADM-4]',
    path: () => '/hospital/dashboard?view=queue',
    call: pending,
    shows: ['Error loading queue data', away, 'Try again'],
  },
  {
    name: 'the line of a doctor',
    rows: '[ADM-4]',
    path: () => '/hospital/dashboard?view=queue&tab=queue',
    call: doctorQueue,
    shows: ['Error loading queue data', away, 'Try again'],
  },
  {
    name: 'the console',
    rows: '[CONS-3]',
    path: consolePath,
    call: doctorQueue,
    shows: ['Error Loading Console', away, 'Try Again'],
  },
];

for (const state of failures) {
  test(`${state.name} shows an error when its data cannot be loaded, and offers a button or link to continue ${state.rows}`, async ({
    page,
    context,
    trouble,
  }) => {
    await signIn(context, setting.people.owner);
    await expectFailureShown(page, trouble, state.path(setting), state);
  });
}

const loadings: readonly ScreenState<Setting>[] = [
  {
    name: 'the medical team',
    rows: '[ADM-2]',
    path: () => '/hospital/dashboard',
    call: colleagues,
    shows: ['Loading doctors...'],
  },
  {
    name: 'the requests at the desk',
    rows: '[ADM-4]',
    path: () => '/hospital/dashboard?view=queue',
    call: pending,
    shows: ['Loading queue data...'],
  },
  {
    name: 'the console',
    rows: '[CONS-3]',
    path: consolePath,
    call: doctorQueue,
    shows: ['Loading queue data...'],
  },
];

for (const state of loadings) {
  test(`${state.name} on a slow connection shows loading, then its content ${state.rows}`, async ({
    page,
    context,
  }) => {
    await signIn(context, setting.people.owner);
    await expectLoadingShown(page, state.path(setting), state);
  });
}

test('a doctor whose specialty is not in the list is shown with the department, not as "Other" [STAFF-1, ENT-4]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'reception'));
  await page.goto('/staff/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'Dr. Kavita Rane' });
  await expect(card.getByText('Emergency', { exact: true })).toBeVisible();
  await expect(page.getByText('Other', { exact: true })).toHaveCount(0);
});

test('the forms to join or to book, and My Queue, show the department of a doctor whose specialty is not in the list [DESK-8, APPT-1, PAT-11, ENT-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Emergency Clinic', 'Dr. Listed');
  const { doctor } = await call(place.admin, addDoctor, {
    body: {
      name: 'Dr. Unlisted',
      email: 'unlisted@hospital.example',
      phone: '+919812345678',
      specialty: 'Other',
      department: 'Cardiology',
    },
  });
  await call(place.admin, setDoctorStatus, { id: doctor.id, body: { status: 'available' } });
  const patient = await makePatient(server.origin, 'Uma Lele');
  await line({ ...place, doctor }, patient);
  const other = /\bOther\b/u;

  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${doctor.id}`);
  await expect(desk.getByRole('combobox', { name: 'Doctor' })).toContainText(
    'Dr. Unlisted – Cardiology',
  );
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  const receive = desk.getByRole('dialog', { name: 'Add a walk-in' });
  await expect(receive.getByRole('option', { name: 'Dr. Unlisted – Cardiology' })).toBeAttached();
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('unlisted');
  const found = desk.getByRole('option', { name: /Dr. Unlisted/u });
  await expect(found).toContainText('Cardiology');
  await desk.goto('/hospital/dashboard?view=appointments');
  await desk.getByRole('button', { name: 'Book an appointment' }).click();
  const book = desk.getByRole('dialog');
  await expect(book.getByRole('option', { name: 'Dr. Unlisted – Cardiology' })).toBeAttached();

  const reception = await makeStaff(place, 'Rita Front', 'receptionist');
  const front = await (await newBrowser(reception)).newPage();
  await front.goto(`/staff/queue/${place.hospital.id}`);
  await expect(front.getByRole('heading', { name: 'Dr. Unlisted · Cardiology' })).toBeVisible();

  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByRole('link', { name: 'Dr. Unlisted' })).toBeVisible();
  await expect(phone.getByText(other)).toHaveCount(0);
});

test('the language list of a hospital also shows each language’s own name, because nobody knows all ten scripts [HPROF-1]', async ({
  page,
  context,
}) => {
  await signIn(context, setting.place.admin);
  await page.goto('/hospital/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const languages = page.getByRole('group', { name: 'Languages' });
  await expect(languages.getByRole('checkbox', { name: 'English', exact: true })).toBeVisible();
  const tamil = languages.getByRole('checkbox', { name: 'தமிழ் Tamil', exact: true });
  await tamil.check();
  const own = languages.getByLabel('The hospital’s own language');
  await expect(own.getByRole('option', { name: 'தமிழ் – Tamil' })).toBeAttached();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/tickets: .*Tamil/u)).toBeVisible();
});

test('a hospital without doctors, requests or patients shows what to do first [ADM-4, CONS-3]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Quiet Clinic', 'Dr. Nobody Yet');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=queue');
  await expectTexts(page, ['No Pending Requests', 'All queue requests have been processed']);
  await page.getByRole('tab', { name: /^Doctor Queues/u }).click();
  await expectTexts(page, ['No queue data available']);
  await expectSoundBriefly(page);
  await page.goto(`/doctor/console/${place.doctor.id}`);
  await expectTexts(page, ['No Patients in Queue', 'Refresh Queue']);
  await expectSoundBriefly(page);
  await answer(page, colleagues, { doctors: [] });
  for (const path of ['/hospital/dashboard', '/hospital/dashboard?view=queue']) {
    await page.goto(path);
    await expectTexts(page, [
      'No doctors available',
      'Add doctors to your hospital to start managing queues',
    ]);
    await expectSoundBriefly(page);
  }
});

interface Refused {
  readonly button: string;
  readonly call: Call;
  readonly title: string;
}

const refused: readonly Refused[] = [
  {
    button: 'Complete',
    call: { method: 'PUT', path: /^\/queues\/[^/]+$/u },
    title: 'Failed to complete consultation. Please try again.',
  },
  {
    button: 'Move up',
    call: { method: 'POST', path: /^\/queues\/[^/]+\/move$/u },
    title: 'Failed to move patient up. Please try again.',
  },
  {
    button: 'Move down',
    call: { method: 'POST', path: /^\/queues\/[^/]+\/move$/u },
    title: 'Failed to move patient down. Please try again.',
  },
];

test('if the server refuses an action, the page undoes it and shows a message [ERR-7, ERR-8]', async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^409 (?:PUT|POST) \/api\/queues\//u);
  await signIn(context, setting.people.owner);
  for (const { call: failing } of refused) {
    await refuse(page, failing, 'illegal_transition', 'Somebody was quicker.');
  }
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  for (const name of ['Lalita Singh', 'Omkar Jadhav']) {
    await openRow(page.getByRole('list', { name: 'Waiting list' }), name);
  }
  for (const { button, title } of refused) {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts.getByText(title, { exact: true })).toBeVisible();
    await expect(toasts.getByText('Somebody was quicker.').first()).toBeVisible();
  }
  const list = page.getByRole('list', { name: 'Waiting list' });
  await expect(list.getByRole('heading')).toHaveText(['Lalita Singh', 'Omkar Jadhav']);
  // The Complete button is above the waiting list. Opening the patient's row in the list of doctors
  // shows a second one.
  await page
    .getByRole('button', { name: /, with Dr\./u })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toHaveCount(2);
});

test('the administrator and the doctor can change the doctor’s status, and both see it [DST-1, DOC-2] @gate', async ({
  newBrowser,
  server,
}) => {
  const admin = await open(
    await newBrowser(await demoAccount(server.origin, 'admin')),
    '/hospital/dashboard',
  );
  const card = admin.getByRole('listitem').filter({ hasText: 'doctor@baari.example' });
  await expect(card.getByText('Available', { exact: true })).toBeVisible();
  const doctor = await open(
    await newBrowser(setting.people.doctor),
    `/doctor/view/${setting.doctorId}`,
  );
  await expect(doctor.getByRole('radio', { name: 'Available' })).toBeChecked();
  // The doctor has waiting patients, so the page asks what happens to them. The doctor lets them
  // stay in line.
  const status = doctor.getByRole('group', { name: 'My status' });
  await status.getByText('Offline', { exact: true }).click();
  await windowOn(doctor).getByRole('button', { name: 'Go Offline' }).click();
  await expect(card.getByText('Offline', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Set to Available' }).click();
  await expect(card.getByText('Available', { exact: true })).toBeVisible();
  await expect(doctor.getByRole('radio', { name: 'Available' })).toBeChecked();
});

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
}

/** Waits until all requests and skeleton screens are done. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
}

test('without the live connection the doctor’s console fetches new data from the server every 30 seconds [CONS-4, CONST-2, EV-9]', async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^503 GET \/api\/queues\/realtime\/events/u);
  trouble.allow(/realtime connection/u);
  await signIn(context, setting.people.owner);
  await refuse(page, { method: 'GET', path: /^\/queues\/realtime\/events$/u }, 'unavailable');
  const { doctor } = setting.place;
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes(`/api/hospital/doctors/${doctor.id}/queue`)) asked += 1;
  });
  await page.clock.install();
  await page.goto(consolePath(setting));
  await expect(page.getByRole('heading', { name: 'Doctor Console' })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await allAnswered(page);
  const before = asked;
  // The page's clock also runs by itself, so a few seconds of the polling interval have passed
  // already.
  await page.clock.runFor(20_000);
  expect(asked, 'not before the time').toBe(before);
  await page.clock.runFor(12_000);
  await expect.poll(() => asked).toBeGreaterThan(before);
});
