/**
 * Tests of every screen of a patient in its main states, at each width, in light and dark mode, in
 * both languages.
 */
import { weekdays } from '@baari/contract/constants.ts';
import { listColleagues } from '@baari/contract/doctor/doctor.ts';
import { saveDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import {
  completeConsultation,
  type PatientEntry,
  type StaffEntry,
  rejectRequest,
  removeEntry,
  startConsultation,
  updateEntry,
} from '@baari/contract/queue/queue.ts';
import {
  addDayOff,
  getSchedule,
  saveSchedule,
  weekPlan,
} from '@baari/contract/hospital/schedule.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import {
  ask,
  demoAccount,
  line,
  makePatient,
  makePlace,
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

interface Setting {
  readonly place: Place;
  readonly patient: Account;
}

// One of the longest files, so its tests run in parallel on all workers.
test.describe.configure({ mode: 'parallel' });

let setting: Setting;

test.beforeAll(async ({ server }) => {
  const place = await makePlace(server.origin, 'Lotus Clinic', 'Dr. Irawati Bhosale');
  setting = { place, patient: await makePatient(server.origin, 'Devika Menon') };
});

interface Screen {
  readonly name: string;
  readonly rows: string;
  readonly path: (setting: Setting) => string;
  readonly heading: string;
}

const screens: readonly Screen[] = [
  {
    name: 'the hospital list',
    rows: '[ROUTE-11, PAT-1, PAT-2, PAT-3]',
    path: () => '/patient/dashboard',
    heading: 'Browse Hospitals',
  },
  {
    name: 'the doctors of a hospital',
    rows: '[ROUTE-13, PAT-4, PAT-5, PAT-7]',
    path: ({ place }) => `/patient/hospital/${place.hospital.id}`,
    heading: 'Lotus Clinic',
  },
  {
    name: 'a doctor',
    rows: '[ROUTE-16, PAT-8]',
    path: ({ place }) => `/patient/hospital/${place.hospital.id}/doctor/${place.doctor.id}`,
    heading: 'Dr. Irawati Bhosale',
  },
  {
    name: 'my queue without an entry',
    rows: '[ROUTE-17, PAT-12]',
    path: () => '/patient/queue',
    heading: 'My Queue',
  },
  {
    name: 'my queue at one hospital',
    rows: '[ROUTE-14]',
    path: ({ place }) => `/patient/hospital/${place.hospital.id}/queue`,
    heading: 'My Queue',
  },
  {
    name: 'the profile',
    rows: '[ROUTE-18]',
    path: () => '/profile',
    heading: 'Your profile',
  },
];

for (const { name, rows, path, heading } of screens) {
  test(`${name} is accessible on a phone and a desktop, in light and dark mode, in both languages ${rows}`, async ({
    page,
    context,
    server,
  }) => {
    const names = collectNames(page);
    await signIn(context, await makeReader(server.origin));
    await page.goto(path(setting));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectLoaded(page);
    await expectSound(page);
    await readInHindi(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLoaded(page);
    await expectHindiOnly(page, names);
    await expectSoundBriefly(page);
  });
}

/**
 * Makes a patient for one test. Each test needs its own, because an account stores the language in
 * which its owner reads.
 */
function makeReader(origin: string): Promise<Account> {
  return makePatient(origin, 'Devika Menon');
}

const hospitals: Call = { method: 'GET', path: /^\/hospitals$/u };
const hospital: Call = { method: 'GET', path: /^\/hospitals\/[^/]+$/u };
const doctors: Call = { method: 'GET', path: /^\/hospitals\/[^/]+\/doctors$/u };
const doctor: Call = { method: 'GET', path: /^\/doctors\/[^/]+$/u };
const schedule: Call = { method: 'GET', path: /^\/doctors\/[^/]+\/schedule$/u };
const words: Call = { method: 'GET', path: /^\/doctors\/[^/]+\/profile$/u };
const current: Call = { method: 'GET', path: /^\/queues\/open$/u };
const history: Call = { method: 'GET', path: /^\/queues\/history$/u };
const doctorPath = ({ place }: Setting) => `/patient/doctor/${place.doctor.id}`;
const hospitalPath = ({ place }: Setting) => `/patient/hospital/${place.hospital.id}`;

const failures: readonly ScreenState<Setting>[] = [
  {
    name: 'the hospital list',
    rows: '[PAT-2]',
    path: () => '/patient/dashboard',
    call: hospitals,
    shows: ['Error loading hospitals', away, 'Try again'],
  },
  {
    name: 'a hospital',
    rows: '[PAT-4]',
    path: hospitalPath,
    call: hospital,
    shows: ['Error loading hospital data', away, 'Try again'],
  },
  {
    name: 'the list of doctors',
    rows: '[PAT-5]',
    path: hospitalPath,
    call: doctors,
    shows: ['Error loading doctors', away, 'Try again'],
  },
  {
    name: 'a doctor',
    rows: '[PAT-8]',
    path: doctorPath,
    call: doctor,
    shows: ['Error loading doctor', away, 'Try again'],
  },
  {
    name: "a doctor's week",
    rows: '[PAT-7, DOC-1]',
    path: doctorPath,
    call: schedule,
    shows: ['The working hours could not be loaded', away, 'Try again'],
  },
  {
    name: "a doctor's own words",
    rows: '[PAT-7, DOC-4]',
    path: doctorPath,
    call: words,
    shows: ['The doctor’s details could not be loaded', away, 'Try again'],
  },
  {
    name: 'my queue',
    rows: '[PAT-11, ERR-6]',
    path: () => '/patient/queue',
    call: current,
    shows: ['Failed to fetch current queue', away, 'Try again'],
  },
  {
    name: 'my history',
    rows: '[PAT-11, ERR-6]',
    path: () => '/patient/queue',
    call: history,
    shows: ['Failed to fetch queue history', away, 'Try again'],
  },
  {
    name: 'a past visit',
    rows: '[PAT-11, ERR-6]',
    path: () => '/patient/visits/00000000-0000-4000-8000-000000000000',
    call: { method: 'GET', path: /^\/queues\/[^/]+\/visit$/u },
    shows: ['The visit could not be loaded', away, 'Try again'],
  },
];

for (const state of failures) {
  test(`${state.name} shows an error when it cannot be loaded, and offers a way to continue ${state.rows}`, async ({
    page,
    context,
    trouble,
  }) => {
    await signIn(context, setting.patient);
    await expectFailureShown(page, trouble, state.path(setting), state);
  });
}

const loadings: readonly ScreenState<Setting>[] = [
  {
    name: 'the hospital list',
    rows: '[PAT-2]',
    path: () => '/patient/dashboard',
    call: hospitals,
    shows: ['Loading hospitals...'],
  },
  {
    name: 'the list of doctors',
    rows: '[PAT-5]',
    path: hospitalPath,
    call: doctors,
    shows: ['Loading doctors...'],
  },
  {
    name: 'a doctor',
    rows: '[PAT-8]',
    path: doctorPath,
    call: doctor,
    shows: ['Loading doctor...'],
  },
  {
    name: "a doctor's week",
    rows: '[PAT-7, DOC-1]',
    path: doctorPath,
    call: schedule,
    shows: ['Loading working hours...'],
  },
  {
    name: "a doctor's own words",
    rows: '[PAT-7, DOC-4]',
    path: doctorPath,
    call: words,
    shows: ['Loading the doctor’s details...'],
  },
  {
    name: 'my queue',
    rows: '[PAT-11]',
    path: () => '/patient/queue',
    call: current,
    shows: ['Loading queue data...'],
  },
];

for (const state of loadings) {
  test(`${state.name} on a slow connection shows loading, then its content ${state.rows}`, async ({
    page,
    context,
  }) => {
    await signIn(context, setting.patient);
    await expectLoadingShown(page, state.path(setting), state);
  });
}

test("a doctor's page shows the week with breaks and days off, degrees, languages and the doctor’s text, and omits empty parts [PAT-7, DOC-1, DOC-4]", async ({
  page,
  context,
  server,
}) => {
  const names = collectNames(page);
  const { place } = setting;
  const { admin, doctor: bare } = await makePlace(
    server.origin,
    'Jasmine Clinic',
    'Dr. Rhea Pinto',
  );
  const doctorHere = await demoAccount(server.origin, 'doctor');
  const profile = {
    experience: 12,
    qualifications: 'MBBS, DNB (Medicine)',
    languages: ['Konkani', 'मराठी'],
    about: 'I take time to explain.',
  };
  await call(doctorHere, saveDoctorProfile, { body: profile });
  const { schedule: before } = await call(admin, getSchedule, { id: bare.id });
  const shortDay = {
    hours: [{ from: '10:00', to: '14:00' }],
    breaks: [{ from: '11:30', to: '11:45' }],
  };
  const free = { hours: [], breaks: [] };
  const week = Object.fromEntries(weekdays.map((day) => [day, day === 'sunday' ? free : shortDay]));
  await call(admin, saveSchedule, { id: bare.id, body: { week: weekPlan.parse(week) } });
  const off = { firstDay: before.today, lastDay: before.today };
  await call(admin, addDayOff, { id: bare.id, body: off });

  await signIn(context, await makeReader(server.origin));
  await page.goto(`/patient/doctor/${bare.id}`);
  const hours = page.getByRole('region', { name: 'Working hours' });
  await expect(hours.getByText('Break 11:30 am – 11:45 am').first()).toBeVisible();
  await expect(hours.getByText("The doctor's own hours, on the hospital's clock")).toBeVisible();
  const today = hours.locator('[aria-current="date"]');
  await expect(today).toContainText('Today');
  await expect(today).toContainText('Day off on');
  await expect(hours.getByRole('heading', { name: 'Upcoming days off' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'About the doctor' })).toHaveCount(0);
  await expect(page.getByText('Qualifications')).toHaveCount(0);
  await expectSound(page);
  await readInHindi(page);
  await expect(page.getByRole('region', { name: 'काम का समय' })).toContainText('छुट्टी');
  await expectHindiOnly(page, names);

  await page.goto(`/patient/doctor/${place.doctor.id}`);
  await expect(page.getByText('अस्पताल के समय के अनुसार, उसकी घड़ी से')).toBeVisible();
  const { doctors: team } = await call(doctorHere, listColleagues);
  const speaking = team.find(({ email }) => email === doctorHere.email);
  await page.goto(`/patient/doctor/${speaking?.id ?? ''}`);
  await expect(page.getByText(profile.qualifications)).toBeVisible();
  await expect(page.getByText('भाषाएँ: Konkani और मराठी')).toBeVisible();
  await expect(page.getByRole('region', { name: 'डॉक्टर के बारे में' })).toContainText(profile.about);
  await expectSoundBriefly(page);
  await expectHindiOnly(page, names);
});

test('a hospital or a doctor that does not exist shows "not found" [PAT-8, ROUTE-13]', async ({
  page,
  context,
  trouble,
}) => {
  const nowhere = '00000000-0000-4000-8000-000000000000';
  trouble.allow(/^404 GET \/api\/(?:hospitals|doctors)\//u);
  await signIn(context, setting.patient);
  await page.goto(`/patient/hospital/${nowhere}`);
  await expect(page.getByText('Hospital not found', { exact: true })).toBeVisible();
  await expectSoundBriefly(page);
  await page.goto(`/patient/doctor/${nowhere}`);
  await expect(page.getByText('Doctor not found', { exact: true })).toBeVisible();
  await expectSoundBriefly(page);
});

test('the address of a doctor under another hospital redirects to the doctor’s own hospital [ROUTE-13, ROUTE-16]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Nagkesar Clinic', 'Dr. Vani Rao');
  const other = await makePlace(server.origin, 'Kanchan Clinic', 'Dr. Ajay Rao');
  await signIn(context, setting.patient);
  await page.goto(`/patient/hospital/${other.hospital.id}/doctor/${place.doctor.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dr. Vani Rao' })).toBeVisible();
  await expect(page).toHaveURL(`/patient/hospital/${place.hospital.id}/doctor/${place.doctor.id}`);
  await expect(page.getByText('Nagkesar Clinic').first()).toBeVisible();
});

test('a search without results shows a message, and the patient can clear the search [PAT-2, PAT-5]', async ({
  page,
  context,
}) => {
  await signIn(context, setting.patient);
  await page.goto('/patient/dashboard');
  // Other hospitals of this server may have the same name and fill the first page.
  const cards = page.getByRole('link', { name: /^View Doctors at /u });
  const found = await cards.first().getAttribute('href');
  // The screen reader reads "Distance unknown" and not "Distance" before it, because the text alone
  // is clear.
  const readOut = await page.getByRole('main').ariaSnapshot();
  expect(readOut).toContain('Distance unknown');
  expect(readOut).not.toContain('Distance: Distance');
  await page.getByRole('searchbox', { name: 'Search hospitals' }).fill('Xanadu');
  await expect(page.getByText('No hospitals found', { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(0);
  await expectSoundBriefly(page);
  await page.getByRole('button', { name: 'Clear the search and filters' }).click();
  await expect(cards.first()).toHaveAttribute('href', found ?? 'none');
  await page.goto(hospitalPath(setting));
  await page.getByRole('searchbox', { name: 'Search doctors' }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No doctors found' })).toBeVisible();
});

test('a patient and an administrator find a doctor by a name typed in another script [PAT-5, ADM-2]', async ({
  page,
  context,
  server,
  newBrowser,
}) => {
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Meera Kulkarni');
  await signIn(context, setting.patient);
  await page.goto(`/patient/hospital/${place.hospital.id}`);
  const team = await (await newBrowser(place.admin)).newPage();
  await team.goto('/hospital/dashboard');
  for (const each of [page, team]) {
    const search = each.getByRole('searchbox', { name: /^Search/u });
    await search.fill('मीरा');
    await expect(each.getByRole('heading', { name: 'Dr. Meera Kulkarni' })).toBeVisible();
    await search.fill('सुनीता');
    await expect(each.getByRole('heading', { name: /^No doctors/u })).toBeVisible();
  }
});

test('a site without any hospitals shows a message [PAT-2]', async ({ page, context }) => {
  await signIn(context, setting.patient);
  await answer(page, hospitals, { hospitals: [], total: 0, page: 1, nextPage: null });
  await page.goto('/patient/dashboard');
  await expect(page.getByText('No hospitals found', { exact: true })).toBeVisible();
  await expectSoundBriefly(page);
});

test('when a patient has sent too many requests, My Queue says so [ERR-2]', async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^429 GET \/api\/queues\//u);
  await signIn(context, setting.patient);
  await refuse(page, current, 'too_many_requests', 'Slow down.');
  await page.goto('/patient/queue');
  await expect(page.getByText('Too many requests. Please wait a few seconds.')).toBeVisible();
});

test('the dialog to join a line is accessible, and the server’s message about a refusal stays visible for five seconds [PAT-9, PAT-10, ENT-8, AUTH-4]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/queues\/request$/u);
  const names = collectNames(page);
  await signIn(context, await makeReader(server.origin));
  await page.goto(doctorPath(setting));
  await page.getByRole('button', { name: /^Join Queue/u }).click();
  const dialog = page.getByRole('dialog', { name: /^Join the line/u });
  await expect(dialog.getByRole('radio', { name: /^Medium/u })).toBeChecked();
  await expectSound(page);
  await refuse(
    page,
    { method: 'POST', path: /^\/queues\/request$/u },
    'doctor_not_available',
    'This doctor has just left.',
  );
  // The page itself measures how long the toast is shown. On a busy machine, the test would see the
  // toast late.
  const shownMs = page.evaluate(msShown, 'Request Failed');
  await dialog.getByRole('button', { name: 'Send Request' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Request Failed', { exact: true })).toBeVisible();
  await expect(toasts.getByText('This doctor has just left.')).toBeVisible();
  await expect(toasts.getByText('Request Failed')).toHaveCount(0);
  expect(await shownMs, 'ms shown').toBeGreaterThan(4000);
  await readInHindi(page);
  await page
    .getByRole('button', { name: /इर|कतार|Dr\. Irawati/u })
    .first()
    .click();
  await expect(windowOn(page)).toBeVisible();
  await expectHindiOnly(page, names);
});

/** How long the page shows a text that comes and goes, in ms. */
function msShown(text: string): Promise<number> {
  return new Promise((resolve) => {
    let from: number | undefined;
    const observer = new MutationObserver(() => {
      const isShown = document.body.textContent.includes(text);
      if (isShown) from ??= performance.now();
      if (isShown || from === undefined) return;
      observer.disconnect();
      resolve(performance.now() - from);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

test('a doctor or a hospital without ratings is marked as not yet rated, beside the default rating [CONST-4, ENT-4]', async ({
  page,
  context,
}) => {
  await signIn(context, setting.patient);
  await page.goto(doctorPath(setting));
  const screen = page.getByRole('main');
  await expect(screen.getByText('4.5', { exact: true }).first()).toBeVisible();
  await expect(screen.getByText('(no reviews yet)').first()).toBeVisible();
  await expect(screen.getByText('5 years of experience')).toBeVisible();
});

interface QueueState {
  readonly name: string;
  readonly rows: string;
  /** Performs the actions after which the patient's queue entry has this state. */
  readonly bring: (place: Place, patient: Account) => Promise<StaffEntry | PatientEntry>;
  readonly shows: readonly string[];
}

const queueStates: readonly QueueState[] = [
  {
    name: 'a request with the staff',
    rows: '[PAT-11, QST-1]',
    bring: (place, patient) => ask(patient, place.doctor.id),
    shows: ['Pending Approval', 'Withdraw the request', 'Calculating...'],
  },
  {
    name: 'a place in the line',
    rows: '[PAT-11, QST-2]',
    bring: async (place, patient) => {
      await line(place, await makePatient(patient.origin, 'Someone Ahead'));
      return line(place, patient);
    },
    shows: ['Leave the queue', '1 person is ahead of you'],
  },
  {
    name: 'being called',
    rows: '[PAT-11, QST-4]',
    bring: async (place, patient) => {
      const { id } = await line(place, patient);
      return (await call(place.admin, startConsultation, { id })).queue;
    },
    shows: ['It is your turn', 'Please go in to Dr. Suhas Kale now.', 'Your token'],
  },
  {
    name: 'a visit that is complete',
    rows: '[PAT-11, QST-5]',
    bring: async (place, patient) => {
      const { id } = await line(place, patient);
      await call(place.admin, startConsultation, { id });
      return (await call(place.admin, completeConsultation, { id, body: {} })).queue;
    },
    shows: ['Your visit is complete', 'Completed'],
  },
  {
    name: 'a request that was rejected',
    rows: '[PAT-11, QST-3]',
    bring: async (place, patient) => {
      const { id } = await ask(patient, place.doctor.id);
      const body = { reason: 'Please see the emergency room.' };
      return (await call(place.admin, rejectRequest, { id, body })).queue;
    },
    shows: ['Your request was not accepted', 'Rejected'],
  },
  {
    name: 'a place taken away by the staff',
    rows: '[PAT-11, QST-8]',
    bring: async (place, patient) => {
      const { id } = await line(place, patient);
      return (await call(place.admin, removeEntry, { id })).queue;
    },
    shows: ['The staff removed you from the queue', 'Cancelled'],
  },
  {
    name: 'a call that was missed',
    rows: '[PAT-11, QST-6]',
    bring: async (place, patient) => {
      const { id } = await line(place, patient);
      return (await call(place.admin, updateEntry, { id, body: { status: 'no_show' } })).queue;
    },
    shows: ['You were called but were not there', 'No Show'],
  },
];

for (const { name, rows, bring, shows } of queueStates) {
  test(`My Queue shows ${name}, in both languages ${rows}`, async ({ page, context, server }) => {
    const place = await makePlace(server.origin, 'Nilgiri Clinic', 'Dr. Suhas Kale');
    const patient = await makePatient(server.origin, 'Kabir Sen');
    await bring(place, patient);
    const names = collectNames(page);
    await signIn(context, patient);
    await page.goto('/patient/queue');
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

test('the queue page of one hospital shows only the place at that hospital, and names the other hospital where the patient waits [ROUTE-14, PAT-11]', async ({
  page,
  context,
  server,
}) => {
  const here = await makePlace(server.origin, 'Palash Clinic', 'Dr. Uma Desai');
  const elsewhere = await makePlace(server.origin, 'Kewda Clinic', 'Dr. Neel Pai');
  const patient = await makePatient(server.origin, 'Lata Bose');
  await line(elsewhere, patient);
  await signIn(context, patient);
  await page.goto(`/patient/hospital/${here.hospital.id}`);
  await page.getByRole('link', { name: 'My queue and visits here' }).click();
  await expect(page).toHaveURL(`/patient/hospital/${here.hospital.id}/queue`);
  await expect(page.getByText('No Active Queue')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dr. Neel Pai' })).toHaveCount(0);
  await expect(page.getByText('Dr. Neel Pai, Kewda Clinic. One queue at a time.')).toBeVisible();
  await expectSoundBriefly(page);
  await page.goto(`/patient/hospital/${elsewhere.hospital.id}/queue`);
  await expect(page.getByRole('heading', { name: 'Dr. Neel Pai' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to My Queue' })).toHaveCount(0);
});

test('My Queue prints black on white and without controls, even from dark mode [PAT-11, WORK-4]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Veena Kale');
  const patient = await makePatient(server.origin, 'Gita Sahu');
  await line(place, patient);
  await signIn(context, patient);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/patient/queue');
  const sound = page.getByRole('switch', { name: 'Sound when I am called' });
  await expect(sound).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(15, 42, 45)');
  await expect(sound).toBeHidden();
});

/** Waits until all requests and skeleton screens are done. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
}

test('a request tapped twice is sent once, and no error shows [PAT-9, PAT-10]', async ({
  page,
  context,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Nilima Sathe');
  await signIn(context, patient);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/queues/request')) sent += 1;
  });
  await page.goto(doctorPath(setting));
  await page.getByRole('button', { name: /^Join/u }).click();
  await page.getByRole('button', { name: 'Send Request' }).dblclick();
  await expect(page.getByText('Queue Request Sent!')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^Join the line of/u })).toBeHidden();
  await expect(page.getByText('Request Failed')).toBeHidden();
  expect(sent).toBe(1);
});
