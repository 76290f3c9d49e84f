import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { endpoints } from '@baari/contract/endpoints.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  givenDoctorEdit,
  givenDoctorProfile,
  givenPerson,
  givenSession,
  givenSettings,
  givenWeek,
} from '../../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let screenId: string;
let personId: string;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Lata Joshi' });
  const made = { kind: 'display', name: 'Ground floor', doctorIds: [] } as const;
  screenId = (await get(app, town.admin, 'makeScreen', { body: made })).screen.id;
  personId = (await get(app, patient, 'addPerson', { body: givenPerson() })).person.id;
});
after(() => app.close());

/** A form under test: the API call that opens the form and the API call that saves it. */
interface Form {
  readonly save: keyof typeof endpoints;
  readonly by: () => TestPerson;
  readonly id?: () => string;
  readonly read: () => Promise<object>;
  /** Two request bodies that differ from each other and from the initial values. */
  readonly bodies: () => readonly [object, object];
}

const monday = (from: string) => ({
  ...givenWeek(),
  monday: { hours: [{ from, to: '16:00' }], breaks: [] },
});

const forms: Readonly<Record<string, Form>> = {
  'a doctor’s own profile': {
    save: 'saveDoctorProfile',
    by: () => town.doctor,
    read: async () =>
      (await get(app, town.doctor, 'getDoctorProfile', { id: town.doctorId })).profile,
    bodies: () => [
      { ...givenDoctorProfile(), about: 'Hearts.' },
      { ...givenDoctorProfile(), languages: ['Marathi'] },
    ],
  },
  'a doctor’s own settings': {
    save: 'saveDoctorSettings',
    by: () => town.doctor,
    read: async () => (await get(app, town.doctor, 'getDoctorSettings')).settings,
    bodies: () => [
      { ...givenSettings(), breakMinutes: 25 },
      { ...givenSettings(), tellByMail: !givenSettings().tellByMail },
    ],
  },
  'a doctor’s week': {
    save: 'saveSchedule',
    by: () => town.admin,
    id: () => town.doctorId,
    read: async () => {
      const { schedule } = await get(app, town.doctor, 'getSchedule', { id: town.doctorId });
      return { week: schedule.week, hasOwnWeek: schedule.hasOwnWeek };
    },
    bodies: () => [{ week: monday('09:30') }, { week: monday('10:30') }],
  },
  'a doctor’s timetable': {
    save: 'saveTimetable',
    by: () => town.admin,
    id: () => town.doctorId,
    async read() {
      const { timetable } = await get(app, town.doctor, 'getTimetable', { id: town.doctorId });
      return { sessions: timetable.sessions };
    },
    bodies: () => [
      { sessions: [givenSession()] },
      {
        sessions: [
          { ...givenSession(), to: '13:00' },
          { ...givenSession(), from: '14:00', to: '15:00' },
        ],
      },
    ],
  },
  'what an administrator keeps of a doctor': {
    save: 'editDoctor',
    by: () => town.admin,
    id: () => town.doctorId,
    async read() {
      const { doctors } = await get(app, town.admin, 'listColleagues');
      const found = doctors.find(({ id }) => id === town.doctorId);
      assert.ok(found);
      const { name, email, phone, specialty, department, experience, visitMinutes } = found;
      return { name, email, phone, specialty, department, experience, visitMinutes };
    },
    bodies: () => [
      { ...givenDoctorEdit('seen.first@example.org'), experience: 31 },
      { ...givenDoctorEdit('seen.first@example.org'), experience: 32 },
    ],
  },
  'a screen of the waiting room': {
    save: 'editScreen',
    by: () => town.admin,
    id: () => screenId,
    async read() {
      const screen = await theScreen();
      return { name: screen.name, doctorIds: screen.doctorIds };
    },
    bodies: () => [
      { name: 'Hall', doctorIds: [town.doctorId] },
      { name: 'Stairs', doctorIds: [] },
    ],
  },
  'somebody of an account': {
    save: 'savePerson',
    by: () => patient,
    id: () => personId,
    async read() {
      const { people } = await get(app, patient, 'listPeople');
      const found = people.find(({ id }) => id === personId);
      assert.ok(found);
      const { id: _, ...person } = found;
      return person;
    },
    bodies: () => [
      { ...givenPerson(), name: 'Mohan' },
      { ...givenPerson(), name: 'Mohan Joshi' },
    ],
  },
  'how a patient is notified': {
    save: 'saveNotificationSettings',
    by: () => patient,
    async read() {
      const { settings } = await get(app, patient, 'getNotificationSettings');
      const { email, sms, push, travelMinutes } = settings;
      return { email, sms, push, travelMinutes };
    },
    bodies: () => [
      { email: false, sms: false, push: false, travelMinutes: 20, language: 'en' },
      { email: true, sms: true, push: false, travelMinutes: 45, language: 'en' },
    ],
  },
  'how long a hospital keeps reports': {
    save: 'setRetention',
    by: () => town.admin,
    read: async () => (await get(app, town.admin, 'getRetention')).retention,
    bodies: () => [
      { recordsKeptYears: 7, removesOldReports: false },
      { recordsKeptYears: 10, removesOldReports: false },
    ],
  },
  'who reads every report': {
    save: 'setReportReaders',
    by: () => town.admin,
    read: async () => (await get(app, town.admin, 'getReportReaders')).readers,
    bodies: () => [
      { doctors: true, receptionists: true, administrators: false },
      { doctors: false, receptionists: true, administrators: true },
    ],
  },
};

async function theScreen() {
  const { screens } = await get(app, town.admin, 'listScreens');
  const found = screens.find(({ id }) => id === screenId);
  assert.ok(found);
  return found;
}

for (const [what, form] of Object.entries(forms)) {
  test(`${what}: a save is refused if another person saved since the form was opened, and succeeds after reloading [HPROF-1, PROF-1, DOC-3, DOC-4]`, async () => {
    const [theirs, mine] = form.bodies();
    const save = (body: object) =>
      call(app, form.by(), form.save, { body, ...(form.id && { id: form.id() }) });
    const opened = await form.read();
    assert.equal((await save({ ...theirs, seen: opened })).status, 200);
    const there = await form.read();
    assert.notDeepEqual(there, opened);
    assertRefused(await save({ ...mine, seen: opened }), 'changed_meanwhile');
    assert.deepEqual(await form.read(), there);
    assert.equal((await save({ ...mine, seen: there })).status, 200);
    // Pages of the previous release do not send the field `seen`.
    assert.equal((await save(theirs)).status, 200);
    assert.deepEqual(await form.read(), there);
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => save({ ...mine, seen: there })));
    assert.equal(atOnce.filter(({ status }) => status === 200).length, 1);
  });
}

test('saving the profile keeps notification channels that another page changed in the meantime [PROF-1]', async () => {
  const { profile } = await get(app, patient, 'getProfile');
  const choice = {
    email: false,
    sms: true,
    push: true,
    travelMinutes: 15,
    language: 'en',
  } as const;
  await get(app, patient, 'saveNotificationSettings', { body: choice });
  const { id: _, email: __, erasureRequestedAt: ___, version, ...whole } = profile;
  const preferences = { language: 'en', theme: 'dark' } as const;
  await get(app, patient, 'saveProfile', { body: { ...whole, preferences, seen: version } });
  const { settings } = await get(app, patient, 'getNotificationSettings');
  assert.deepEqual([settings.email, settings.sms, settings.push], [false, true, true]);
});
