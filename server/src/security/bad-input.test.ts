/**
 * Generates every kind of invalid input for the contract's endpoints. Tests that each input is
 * refused and changes nothing.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { actingHospitalHeader, maxLength } from '@baari/contract/constants.ts';
import type { BodyInputOf, Endpoint } from '@baari/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { keyed } from '@baari/contract/keyed.ts';
import { type QueueAction, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { type actionCalls, calledNames } from '@baari/contract/queue/queue.ts';
import { streamPath } from '@baari/contract/events.ts';
import { openApiDocument } from '@baari/contract/openapi/openapi.ts';
import { problem } from '@baari/contract/refusals.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';
import { publicUrl } from '../testing/identity-app.ts';
import {
  assertRefused,
  type Caller,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  givenAnswers,
  givenApplication,
  givenDoctorEdit,
  givenDoctorProfile,
  givenHospital,
  givenHospitalProfile,
  givenPerson,
  givenNotificationSettings,
  givenProfile,
  givenSettings,
  givenSession,
  givenWeek,
  givenVitalSettings,
  givenWish,
  givenSubscription,
} from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
/** A pending and a waiting queue entry of two other patients. */
let pendingId: string;
let waitingId: string;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app);
  const [first, second] = await makePatients(app, 2);
  const body = { doctorId: town.doctorId };
  pendingId = (await get(app, first, 'requestPlace', { body })).queue.id;
  waitingId = (await get(app, second, 'requestPlace', { body })).queue.id;
  await get(app, town.admin, 'approveRequest', { id: waitingId });
});
after(() => app.close());

type WithBody = {
  [N in EndpointName]: (typeof endpoints)[N] extends { body: object } ? N : never;
}[EndpointName];

type OfAction = Extract<WithBody, keyof typeof actionCalls>;

/** An example body for each queue action. */
const examples = keyed<{ [N in OfAction]: BodyInputOf<(typeof endpoints)[N]> }>(
  calledNames.flatMap((name) => {
    const { call: described }: QueueAction = queueActions[name];
    return described?.example === undefined ? [] : [[described.name, described.example] as const];
  }),
);

/** A body of each endpoint with which it would succeed. */
function goodBodies(): { [N in WithBody]: BodyInputOf<(typeof endpoints)[N]> } {
  return {
    ...examples,
    endOtherSessions: {},
    listVisitsOfDay: { search: 'asha', doctorId: town.doctorId, open: true },
    setStaffTwoFactor: { isRequired: false },
    setStaffIdleMinutes: { idleMinutes: 720 },
    requestErasure: { language: 'ta' },
    setRetention: { recordsKeptYears: 3, removesOldReports: false },
    saveReminders: { times: ['day'] },
    saveOwnReminders: { times: ['day'] },
    setSummaries: { isOn: false },
    addVitals: { systolic: 120, diastolic: 80, temperature: 37.2 },
    strikeVitals: { reason: 'Other patient' },
    setVitalSettings: givenVitalSettings,
    makeCalendarFeed: { content: 'own' },
    setCalendarNames: { namesPatients: true },
    setFollowUp: { count: 4, unit: 'weeks', reason: 'Blood pressure' },
    addHandOff: { lineId: town.colleagueId, lines: [{ asks: 'Chest X-ray' }] },
    correctHandOff: { lines: [{ asks: 'Chest X-ray', detail: 'fasting', isUrgent: true }] },
    takeHandOffLine: { isTaken: true },
    setDayEnd: { endsAt: '20:00' },
    setKeptTimesPage: { isShown: true },
    transferLine: { doctorId: town.colleagueId },
    closeDay: { asOf: '2020-01-01T00:00:00.000Z', word: 'Come tomorrow.', patients: 0 },
    undoCloseDay: { closingId: randomUUID() },
    setReportReaders: { doctors: false, receptionists: false, administrators: true },
    openInEmergency: { kind: 'cover', reason: 'On call for the colleague who is away.' },
    answerAssessment: givenAnswers(),
    saveConsent: { purpose: 'profile', isGiven: true },
    reportUse: {},
    keepOwnLanguage: { language: 'hi', isFirst: true },
    actForHospital: { hospitalId: town.hospitalId },
    setPointStaff: { staffIds: [town.receptionist.userId], seen: { staffIds: [] } },
    setRole: { role: 'patient', fullName: 'Asha Rao', phone: '+919876543210' },
    sendContactMessage: {
      name: 'Asha Rao',
      email: 'asha@example.org',
      hospital: 'Sunrise Clinic',
      message: 'Do you open on Sundays?',
    },
    createHospital: givenHospital(patient.email),
    startExercise: { exercise: 'undo' },
    saveOwnHospital: givenHospitalProfile(),
    saveProfile: givenProfile(),
    addPerson: givenPerson(),
    savePerson: givenPerson(),
    saveNotificationSettings: givenNotificationSettings(),
    addPushDevice: givenSubscription(),
    removePushDevice: { endpoint: givenSubscription().endpoint },
    applyToHospital: givenApplication(town.hospitalId, patient.email),
    changeMemberRole: { role: 'receptionist' },
    removeMember: { patients: { what: 'close', word: 'The doctor has left us.' } },
    inviteStaff: { role: 'receptionist', emails: ['desk@example.org'] },
    makeStaffLink: { role: 'hospital_admin' },
    readInvitation: { token: 'x'.repeat(43) },
    acceptInvitation: { token: 'x'.repeat(43) },
    acceptInvitationAsNewcomer: { token: 'x'.repeat(43), password: 'a good one' },
    addDoctor: {
      name: 'Dr. Meera Iyer',
      email: 'meera@example.org',
      phone: '+919876543210',
      specialty: 'Neurology',
      department: 'Neurology',
      visitMinutes: 20,
    },
    setDoctorRoom: { room: 'Room 4' },
    setDoctorStatus: { status: 'busy', breakUntil: new Date(Date.now() + 900_000).toISOString() },
    editDoctor: givenDoctorEdit('meera.iyer@example.org'),
    deactivateDoctor: { keepAppointments: true },
    renameDepartment: { from: 'Cardiology', to: 'Heart' },
    saveDoctorProfile: givenDoctorProfile(),
    // With a default status the start of the day would change the doctor during the test.
    saveDoctorSettings: { ...givenSettings(), defaultStatus: null },
    saveSchedule: { week: givenWeek() },
    saveTimetable: { sessions: givenSessions() },
    previewTimetable: { sessions: givenSessions() },
    addDayOff: { firstDay: '2030-01-07', lastDay: '2030-01-09' },
    requestPlace: {
      doctorId: town.doctorId,
      symptoms: 'cough',
      urgency: 'low',
      visitKind: 'new',
    },
    updateEntry: { status: 'no_show', notes: 'called twice' },
    rateVisit: { stars: 4, words: 'Kind and quick.' },
    createReport: {
      patientId: patient.userId,
      doctorId: town.doctorId,
      type: 'consultation',
      status: 'completed',
      title: 'Blood pressure',
      summary: 'Within the usual range.',
      date: '2020-01-06',
    },
    addWalkIn: {
      name: 'Kamla Devi',
      phone: '+919876543210',
      doctorId: town.doctorId,
      urgency: 'high',
      symptoms: 'fever',
      age: 61,
      gender: 'Female',
    },
    checkInAtDoor: { code: 'x'.repeat(32) },
    openKiosk: { key: 'x'.repeat(32) },
    checkInAtKiosk: { key: 'x'.repeat(32), answer: 'C-017' },
    openKioskQuestions: { key: 'x'.repeat(32), right: 'y'.repeat(32) },
    answerAtKiosk: { key: 'x'.repeat(32), right: 'y'.repeat(32), ...givenAnswers() },
    leaveKioskQuestions: { key: 'x'.repeat(32), right: 'y'.repeat(32) },
    makeScreen: { kind: 'display', name: 'Ground floor', doctorIds: [town.doctorId] },
    editScreen: { name: 'Ground floor', doctorIds: [town.doctorId] },
    saveAbdm: { hipId: 'IN2810014366' },
    addAbdmCounter: { lineId: town.doctorId },
    makeWebhook: { url: 'https://his.invalid/baari', types: ['place.called'] },
    changeWebhook: { url: 'https://his.invalid/baari', types: null, isPaused: true },
    resendEvent: { event: 'evt_a_1' },
    resendSince: { since: '2026-12-01T06:00:00Z' },
    makeApiKey: { name: 'HIS bridge', scopes: ['queue:read'], lifetime: 'year' },
    setKeyClient: { publicKeys: 'https://his.invalid/jwks.json' },
    bookAppointment: {
      doctorId: town.doctorId,
      date: '2020-01-06',
      time: '09:00',
      visitKind: 'follow_up',
    },
    rescheduleAppointment: { date: '2020-01-06', time: '09:00' },
    findKnownPatients: { search: 'Asha' },
    findReportPatients: { search: 'Asha' },
    findAlike: { name: 'Asha', phone: '98765 43210' },
    previewMerge: { goneId: patient.userId },
    mergePatients: { goneId: patient.userId },
    addFamily: {
      phone: '+919876543210',
      people: [
        { name: 'Kamla Devi', age: 61, doctorId: town.doctorId },
        { patientId: patient.userId, department: 'Cardiology' },
      ],
    },
    putInLine: {
      doctorId: town.doctorId,
      urgency: 'high',
      symptoms: 'fever',
      visitKind: 'follow_up',
    },
    bookForPatient: {
      doctorId: town.doctorId,
      date: '2020-01-06',
      time: '09:00',
      patient: { kind: 'new', name: 'Kamla Devi', phone: '' },
    },
    moveForPatient: { date: '2020-01-06', time: '09:00' },
    planRebooking: { doctorId: town.doctorId, doctors: 'same_doctor' },
    rebook: {
      bookings: [
        {
          id: randomUUID(),
          seen: { doctorId: town.doctorId, date: '2020-01-06', time: '09:00' },
          to: { doctorId: town.doctorId, date: '2020-01-07', time: '09:00' },
        },
      ],
      message: 'The doctor is ill.',
    },
    wishEarlier: { for: { kind: 'doctor', doctorId: town.doctorId }, terms: givenWish },
    readOfferLink: { secret: 'x'.repeat(43) },
    readBookingLink: { secret: 'x'.repeat(43) },
    confirmBookingLink: { secret: 'x'.repeat(43) },
    cancelBookingLink: { secret: 'x'.repeat(43), lastDigits: '4321' },
    moveBookingLink: {
      secret: 'x'.repeat(43),
      lastDigits: '4321',
      date: '2020-01-06',
      time: '09:00',
    },
    acceptOfferLink: { secret: 'x'.repeat(43), lastDigits: '4321' },
    declineOfferLink: { secret: 'x'.repeat(43), lastDigits: '4321' },
    wishEarlierForPatient: {
      for: { kind: 'doctor', doctorId: town.doctorId, patientId: patient.userId },
      terms: givenWish,
      urgency: 'soon',
    },
    rejectApplication: { reason: 'All places are filled.' },
    cancelForPatient: { reason: 'The doctor is ill.' },
    addLines: {
      lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Counter 1' }] }],
      inOrder: true,
    },
    editLine: {
      name: 'Laboratory',
      department: null,
      room: 'Basement',
      order: 'returns_next',
      returnsEvery: 3,
      next: [town.doctorId],
    },
    setLineOpen: { isOpen: true },
    setLineLimits: { requestsADay: 40, lastRequestAt: '16:00', waitingAtOnce: null },
    addPoint: { name: 'Counter 2', doctorId: town.doctorId },
    renamePoint: { name: 'Window' },
    setPointState: { state: 'open' },
    finishAtPoint: { as: 'completed', notes: 'Fasting.' },
    sendOn: { lineId: town.doctorId, comesBack: true, notes: 'Blood count.' },
    planStops: { lineIds: [town.doctorId] },
  };
}

const names = Object.keys(endpoints) as EndpointName[];
const withBody = Object.keys(endpoints).filter(
  (name): name is WithBody => 'body' in endpoints[name as EndpointName],
);

/** A caller who has the right to call the endpoint. */
function permitted(name: EndpointName): Caller {
  const { access }: Endpoint = endpoints[name];
  if (access === 'public') return undefined;
  if (access === 'signed-in' || access.includes('patient')) return patient;
  return access.includes('hospital_admin') ? town.admin : town.doctor;
}

/** An existing id that the endpoint accepts, so that only the rest of the request can be wrong. */
function rightId(name: EndpointName): string {
  if (/doctors\/:id/u.test(endpoints[name].path)) return town.doctorId;
  if (endpoints[name].path.startsWith('/hospitals')) return town.hospitalId;
  return name === 'approveRequest' || name === 'rejectRequest' ? pendingId : waitingId;
}

function urlOf(name: EndpointName): string {
  return `/api${endpoints[name].path.replace(':id', rightId(name))}`;
}

/**
 * Checks that a call leaves the data unchanged. If the data changed, the call is made again,
 * because a scheduled task (a doctor's day begins) may have changed the data. A change by the call
 * itself would happen again.
 */
async function leavesAllAsItWas(work: () => Promise<void>): Promise<void> {
  const first = await digestOf(app.db);
  await work();
  if ((await digestOf(app.db)) === first) return;
  const second = await digestOf(app.db);
  await work();
  assert.equal(await digestOf(app.db), second, 'something was changed');
}

function params(answer: TestAnswer): string[] {
  const { details } = problem.parse(answer.body);
  return Array.isArray(details) ? details.map(({ param }) => param) : [];
}

/** The error messages of a response about each field. */
function sentences(answer: TestAnswer): string[] {
  const { details } = problem.parse(answer.body);
  return Array.isArray(details) ? details.map(({ msg }) => msg) : [];
}

/** The error messages that the pages can translate. */
const ourSentences: ReadonlySet<string> = new Set(Object.values(fieldMessages));

/** More headers than the server accepts. */
const manyHeaders = Array.from({ length: 101 }, (_, index) => [`x-${index}`, 'a'] as const);

const wrongValues: readonly unknown[] = [
  null,
  true,
  7,
  -1.5,
  '',
  '   ',
  'no such value',
  'a\u0000b',
  [],
  ['x'],
  {},
  { toString: 'x' },
  'x'.repeat(20_000),
];

for (const name of withBody) {
  test(`the API call ${name} refuses every wrong or missing field, names the field, and changes nothing [VAL-6, SEC-4]`, async () => {
    const { body: schema }: Endpoint = endpoints[name];
    assert.ok(schema !== undefined);
    const good: Record<string, unknown> = goodBodies()[name];
    assert.ok(schema.safeParse(good).success, 'the good body is good');
    let refused = 0;
    await leavesAllAsItWas(async () => {
      for (const field of Object.keys(schema.shape)) {
        const { [field]: _, ...without } = good;
        const bodies = [without, ...wrongValues.map((value) => ({ ...good, [field]: value }))];
        for (const body of bodies) {
          // Some input is valid although a field is missing, such as an optional note.
          if (schema.safeParse(body).success) continue;
          const answer = await call(app, permitted(name), name, { id: rightId(name), body });
          assertRefused(answer, 'invalid_request', JSON.stringify(body).slice(0, 200));
          assert.ok(
            params(answer).some((param) => param.split('.')[0] === field),
            answer.text,
          );
          assert.deepEqual(
            sentences(answer).filter((sentence) => !ourSentences.has(sentence)),
            [],
            `${field} of ${JSON.stringify(body).slice(0, 200)}`,
          );
          refused += 1;
        }
      }
    });
    const fields = Object.keys(schema.shape).length;
    assert.ok(refused >= 3 * fields, `only ${refused} bodies were wrong`);
  });
}

test('every write request whose body is not a JSON object is refused [VAL-6]', async () => {
  await leavesAllAsItWas(async () => {
    for (const name of withBody) {
      for (const body of ['{"a":', 'hello', '[]', '"text"', '7', 'true', '{}}', '\u0000']) {
        const answer = await app.send({
          method: endpoints[name].method,
          url: urlOf(name),
          token: permitted(name)?.token,
          headers: { 'content-type': 'application/json' },
          body,
        });
        assertRefused(answer, 'invalid_request', `${name} ${body}`);
      }
    }
  });
});

test('a request body is refused at once if it is not JSON, is over 1 MB or is nested deeper than 32 levels [SEC-10]', async () => {
  const deep = `{"notes":"x","x":${'['.repeat(32)}${']'.repeat(32)}}`;
  const big = JSON.stringify({ notes: 'x'.repeat(1_048_577) });
  await leavesAllAsItWas(async () => {
    for (const name of names) {
      const { method, upload }: Endpoint = endpoints[name];
      // Uploads of files have limits of their own, so this test leaves them out.
      if (method === 'GET' || upload !== undefined) continue;
      const request = {
        method: endpoints[name].method,
        url: urlOf(name),
        token: permitted(name)?.token,
      };
      const json = { 'content-type': 'application/json' };
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
        const answer = await app.send({
          ...request,
          headers: { 'content-type': type },
          body: '{"notes":"x"}',
        });
        assertRefused(answer, 'unsupported_media_type', `${name} ${type}`);
      }
      assertRefused(await app.send({ ...request, headers: json, body: big }), 'body_too_large');
      assertRefused(await app.send({ ...request, headers: json, body: deep }), 'invalid_request');
    }
  });
});

/** The schema itself, or a reference to a shared one. */
function orShared<S extends z.ZodType>(schema: S) {
  return z.union([z.object({ $ref: z.string() }), schema]);
}
const describedResponse = z.object({ description: z.string() });
const describedParameter = z.object({ name: z.string() });
const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(orShared(describedParameter)).optional(),
        responses: z.record(z.string(), orShared(describedResponse)),
      }),
    ),
  ),
  components: z.object({
    parameters: z.record(z.string(), describedParameter),
    responses: z.record(z.string(), describedResponse),
  }),
});
const { paths, components } = described.parse(openApiDocument(publicUrl));

function shared<T extends object>(
  given: T | { $ref: string } | undefined,
  among: Record<string, T>,
): T | undefined {
  if (given === undefined || !('$ref' in given)) return given;
  return among[given.$ref.split('/').at(-1) ?? ''];
}

function descriptionOf(name: EndpointName) {
  const { method, path } = endpoints[name];
  const found = paths[path.replaceAll(/:(\w+)/gu, '{$1}')]?.[method.toLowerCase()];
  assert.ok(found !== undefined, name);
  return found;
}

/** Checks that the API document lists this refusal for the endpoint. */
function assertDescribed(name: EndpointName, answer: TestAnswer): void {
  const { code } = problem.parse(answer.body);
  const { responses } = descriptionOf(name);
  const found = shared(responses[answer.status] ?? responses['default'], components.responses);
  const { description } = found ?? { description: 'no such status' };
  assert.ok(description.includes(`${code}: `), `${name} ${answer.status} ${code}: ${description}`);
}

test('the API documentation lists for each call the errors that are possible before the call is carried out [ERR-1, INV-7, ROLE-9]', async () => {
  const json = { 'content-type': 'application/json' };
  for (const name of names) {
    const { access, isSecret, method, upload }: Endpoint = endpoints[name];
    const caller = permitted(name);
    const to = { method, url: urlOf(name), token: caller?.token };
    const codes = ['headers_too_large'];
    const refused = [await app.send({ ...to, headers: Object.fromEntries(manyHeaders) })];
    if (method !== 'GET' && upload === undefined) {
      refused.push(
        await app.send({ ...to, headers: json, body: '{' }),
        await app.send({ ...to, headers: { 'content-type': 'text/plain' }, body: 'x' }),
        await app.send({ ...to, headers: json, body: ' '.repeat(1_048_577) }),
      );
      codes.push('invalid_request', 'unsupported_media_type', 'body_too_large');
    }
    if (access !== 'public' && (access === 'signed-in' || access.includes('hospital_admin'))) {
      const elsewhere = { [actingHospitalHeader]: randomUUID() };
      refused.push(await app.send({ ...to, token: town.admin.token, headers: elsewhere }));
      codes.push('acting_elsewhere');
    }
    const isKeyHeeded = method !== 'GET' && isSecret !== true && access !== 'public';
    const takesKey = descriptionOf(name).parameters?.some(
      (each) => shared(each, components.parameters)?.name === 'Idempotency-Key',
    );
    assert.equal(takesKey, isKeyHeeded, name);
    assert.deepEqual(
      refused.map((answer) => problem.parse(answer.body).code),
      codes,
      name,
    );
    for (const answer of refused) assertDescribed(name, answer);
  }
  const body = { doctorId: town.doctorId };
  const headers = { 'idempotency-key': randomUUID() };
  await call(app, patient, 'requestPlace', { body: { ...body, patientId: randomUUID() }, headers });
  const reused = await call(app, patient, 'requestPlace', { body, headers });
  assertRefused(reused, 'idempotency_key_reused');
  assertDescribed('requestPlace', reused);
});

test('every write request refuses field names that could change how JavaScript objects work [SEC-4]', async () => {
  await leavesAllAsItWas(async () => {
    for (const name of withBody) {
      const good = JSON.stringify(goodBodies()[name]).slice(1);
      for (const poison of [
        '"__proto__":{"role":"hospital_admin"}',
        '"constructor":{"prototype":{"role":"hospital_admin"}}',
      ]) {
        const answer = await call(app, permitted(name), name, {
          id: rightId(name),
          body: `{${poison},${good}`,
          headers: { 'content-type': 'application/json' },
        });
        assertRefused(answer, 'invalid_request', `${name} ${poison}`);
      }
    }
  });
  assert.equal(Object.hasOwn(Object.prototype, 'role'), false);
});

test('an unknown, a malformed and an extremely long id get the same message that nothing was found [SEC-1]', async () => {
  const ids = [
    randomUUID(),
    'null',
    '0',
    "' or 1=1 --",
    '../hospital',
    '%00',
    `${town.doctorId}x`,
    'x'.repeat(150),
    'x'.repeat(500),
  ];
  await leavesAllAsItWas(async () => {
    for (const name of names) {
      if (!('params' in endpoints[name])) continue;
      // For getPatientQueue the caller is a patient, who gets not found. Staff may ask about any
      // patient and learn nothing.
      const caller = name === 'getPatientQueue' ? patient : permitted(name);
      const body = name in goodBodies() ? goodBodies()[name as WithBody] : undefined;
      for (const id of ids) {
        const answer = await call(app, caller, name, { id, body });
        assertRefused(answer, 'not_found', `${name} ${id}`);
      }
    }
  });
});

test('staff cannot change another hospital’s doctors and queues [ROLE-7]', async () => {
  await leavesAllAsItWas(async () => {
    for (const name of names) {
      const { access, method }: Endpoint = endpoints[name];
      if (!('params' in endpoints[name]) || method === 'GET' || access === 'public') continue;
      if (access === 'signed-in' || !access.includes('hospital_admin')) continue;
      const body = name in goodBodies() ? goodBodies()[name as WithBody] : undefined;
      const answer = await call(app, town.otherAdmin, name, { id: rightId(name), body });
      assertRefused(answer, 'not_found', name);
    }
  });
});

test('a search request may ask for at most 100 results a page, and only for positions that exist on earth [SEC-10]', async () => {
  const wrong: readonly Record<string, string>[] = [
    { limit: '101' },
    { limit: '0' },
    { limit: 'many' },
    { limit: '1.5' },
    { page: '0' },
    { page: '-1' },
    { page: '10001' },
    { page: '1e400' },
    { latitude: '91' },
    { longitude: '-181' },
    { latitude: 'north' },
    { openNow: 'perhaps' },
    { department: 'Alchemy' },
    { specialty: 'Alchemy' },
    { search: 'x'.repeat(maxLength.name + 1) },
    { search: 'a\u0000b' },
  ];
  for (const query of wrong) {
    const answer = await call(app, undefined, 'listHospitals', { query });
    assertRefused(answer, 'invalid_request', JSON.stringify(query));
    assert.deepEqual(params(answer), Object.keys(query));
  }
  const twice = await app.send({ method: 'GET', url: '/api/hospitals?limit=1&limit=2' });
  assertRefused(twice, 'invalid_request');
  const answer = await call(app, town.admin, 'getDoctorQueue', {
    id: town.doctorId,
    query: { includeCompleted: 'perhaps' },
  });
  assertRefused(answer, 'invalid_request');
});

/** The fields of a query or a body that hold a day. */
function daysGiven(schema: z.ZodObject | undefined): string[] {
  return Object.entries<z.ZodType>(schema?.shape ?? {}).flatMap(([field, given]) =>
    z.toJSONSchema(given, { io: 'input', unrepresentable: 'any' })['format'] === 'date'
      ? [field]
      : [],
  );
}

test('a date before 1900 is refused in every field without a server error [VAL-6, ERR-1]', async () => {
  const given: string[] = [];
  await leavesAllAsItWas(async () => {
    for (const name of names) {
      const { query, body }: Endpoint = endpoints[name];
      const good = name in goodBodies() ? goodBodies()[name as WithBody] : undefined;
      const caller = permitted(name);
      const id = rightId(name);
      // PostgreSQL has no year 0, and a rule may subtract a year from year 1.
      for (const day of ['0000-01-01', '0001-01-01', '1899-12-31']) {
        for (const field of daysGiven(query)) {
          const answer = await call(app, caller, name, { id, query: { [field]: day } });
          assertRefused(answer, 'invalid_request', `${name} ${field} ${day}`);
          assert.ok(params(answer).includes(field), answer.text);
          given.push(`${name} ${field}`);
        }
        for (const field of daysGiven(body)) {
          const answer = await call(app, caller, name, { id, body: { ...good, [field]: day } });
          assertRefused(answer, 'invalid_request', `${name} ${field} ${day}`);
          assert.ok(params(answer).includes(field), answer.text);
          given.push(`${name} ${field}`);
        }
      }
    }
  });
  assert.ok(new Set(given).size > 15, [...new Set(given)].join(', '));
});

test('a malformed web address is answered with an error in the API’s usual format [ERR-1]', async () => {
  for (const url of ['/api/hospitals/%E0%A4%A', '/api/hospitals/%', '/api/%zz']) {
    const answer = await app.send({ method: 'GET', url });
    assertRefused(answer, 'not_found', url);
  }
  assertRefused(await app.send({ method: 'GET', url: '/api/nothing' }), 'not_found');
  const patched = await app.send({ method: 'PATCH', url: '/api/hospitals' });
  assertRefused(patched, 'method_not_allowed');
  assert.match(patched.headers.get('allow') ?? '', /\bGET\b/u);
});

test('a blank reason or a blank note in a request is refused [VAL-4]', async () => {
  await leavesAllAsItWas(async () => {
    for (const blank of ['', '   ', '\n\t']) {
      const reason = await call(app, town.receptionist, 'rejectRequest', {
        id: pendingId,
        body: { reason: blank },
      });
      assertRefused(reason, 'invalid_request');
      const note = await call(app, town.receptionist, 'noteEntry', {
        id: waitingId,
        body: { notes: blank },
      });
      assertRefused(note, 'invalid_request');
    }
  });
});

test('a patient cannot join the line of a doctor who is Busy or Offline [QST-1, PAT-6]', async () => {
  const [busy, offline] = await Promise.all([
    makeDoctor(app, town.hospitalId, { status: 'Busy' }),
    makeDoctor(app, town.hospitalId, { status: 'Offline' }),
  ]);
  await leavesAllAsItWas(async () => {
    for (const doctorId of [busy, offline]) {
      const answer = await call(app, patient, 'requestPlace', { body: { doctorId } });
      assertRefused(answer, 'doctor_not_available');
    }
    const unknown = await call(app, patient, 'requestPlace', { body: { doctorId: randomUUID() } });
    assertRefused(unknown, 'not_found');
  });
});

const extras = {
  id: '00000000-0000-4000-8000-000000000000',
  role: 'hospital_admin',
  hospitalId: '00000000-0000-4000-8000-000000000001',
  hospital_id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-000000000002',
  position: 1,
  place: 1,
  orderKey: -100,
  rating: 5,
  emailVerified: true,
  approvedAt: '2020-01-01T00:00:00.000Z',
  created_by: '00000000-0000-4000-8000-000000000003',
};

test('additional fields in a request body are ignored [SEC-4]', async () => {
  const person = await makePerson(app);
  const body = { ...extras, status: 'waiting', doctorId: town.doctorId };
  // A patient with this id exists, but the field accepts only people of the caller's own account.
  const forPatient = { ...body, patientId: patient.userId };
  assertRefused(await call(app, person, 'requestPlace', { body: forPatient }), 'not_found');
  const joined = await get(app, person, 'requestPlace', { body });
  const { queue } = joined;
  assert.equal(queue.status, 'pending_approval');
  assert.equal(queue.position, 0);
  assert.equal(queue.approvedAt, null);
  assert.equal(queue.patient.id, person.userId);
  assert.equal(queue.hospital.id, town.hospitalId);
  assert.notEqual(queue.id, extras.id);

  const approved = await get(app, town.doctor, 'approveRequest', {
    id: queue.id,
    body: { ...extras, status: 'completed' },
  });
  assert.equal(approved.queue.status, 'waiting');
  assert.equal(approved.queue.position, 2, 'at the end of the line');
  assert.notEqual(approved.queue.approvedAt, extras.approvedAt);

  const user = await get(app, person, 'setRole', {
    body: { ...extras, role: 'patient', fullName: 'Asha Rao' },
  });
  assert.equal(user.user.role, 'patient');
  assert.equal(user.user.hospitalId, null);
  assert.equal(user.user.id, person.userId);

  const added = await get(app, town.admin, 'addDoctor', {
    body: { ...extras, ...goodBodies().addDoctor, status: 'Available', currentQueue: 9 },
  });
  assert.equal(added.doctor.hospital_id, town.hospitalId);
  assert.equal(added.doctor.status, 'Offline');
  assert.equal(added.doctor.currentQueue, 0);
  assert.equal(added.doctor.ratingCount, 0);
  assert.equal(added.doctor.rating, 4.5);
  assert.notEqual(added.doctor.id, extras.id);

  const founder = await makePerson(app);
  const made = await get(app, founder, 'createHospital', {
    body: { ...extras, ...givenHospital(founder.email), timeZone: 'Mars/Olympus' },
  });
  assert.notEqual(made.hospital.id, extras.id);
  assert.equal(made.hospital.created_by, founder.userId);
  assert.equal(made.hospital.timeZone, 'Asia/Kolkata');
  assert.equal(made.user.hospitalId, made.hospital.id);
});

test('an unverified account stays unverified, whatever extra fields its requests contain [SEC-4, SEC-9]', async () => {
  const person = await makePerson(app, { isVerified: false });
  const { user } = await get(app, person, 'setRole', { body: { ...extras, role: 'patient' } });
  assert.equal(user.emailVerified, false);
});

/** Calls every endpoint that needs a session, and the event stream. */
async function callAllAs(token: string | undefined): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = [];
  for (const name of names) {
    if (endpoints[name].access === 'public') continue;
    const body = name in goodBodies() ? goodBodies()[name as WithBody] : undefined;
    const caller = token === undefined ? undefined : { token };
    answers.push(await call(app, caller, name, { id: rightId(name), body }));
  }
  answers.push(await app.send({ method: 'GET', url: `/api${streamPath}`, token }));
  return answers;
}

test('a token that is missing, forged or meant for another site is refused [ROLE-5, SEC-6]', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const claims = { sid: randomUUID(), role: 'hospital_admin', hospitalId: town.hospitalId };
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: randomUUID(), jwk: await exportJWK(publicKey) })
    .setSubject(town.admin.userId)
    .setIssuer(publicUrl)
    .setAudience(publicUrl)
    .setExpirationTime('1h')
    .sign(privateKey);
  const [head = '', payload = '', signature = ''] = town.admin.token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const otherClaims = Buffer.from(
    JSON.stringify({ ...claims, sub: town.otherAdmin.userId, exp: 9_999_999_999 }),
  ).toString('base64url');
  const tokens = [
    undefined,
    'not a token',
    forged,
    `${none}.${payload}.`,
    `${head}.${otherClaims}.${signature}`,
    `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
    town.admin.session,
  ];
  await leavesAllAsItWas(async () => {
    for (const token of tokens) {
      for (const answer of await callAllAs(token))
        assertRefused(answer, 'not_authenticated', token);
    }
  });
});

test('the token of a session that was signed out is refused [SEC-6]', async () => {
  const session = await signIn(app, town.admin.email);
  assert.equal((await call(app, session, 'getCurrentUser')).status, 200);
  await app.send({
    method: 'POST',
    url: '/api/identity/sign-out',
    token: session.session,
    body: {},
  });
  await leavesAllAsItWas(async () => {
    for (const answer of await callAllAs(session.token)) assertRefused(answer, 'session_ended');
  });
  assert.equal(
    (await call(app, town.admin, 'getCurrentUser')).status,
    200,
    'the other one goes on',
  );
});

// This test runs last, because it moves the clock past the hour after which all tokens expire.
test('a token older than an hour is refused [EV-11, SEC-6]', async () => {
  app.clock.advance(3601_000);
  await leavesAllAsItWas(async () => {
    for (const answer of await callAllAs(town.admin.token)) assertRefused(answer, 'session_ended');
  });
});

/**
 * Odd characters for otherwise valid input: they end a text, are half a surrogate pair, or change
 * the reading direction. Accepted input changes data, so the tests with these characters run last.
 */
const oddCharacters = [
  '\u0000',
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  '\uffff',
  '\u{1f9d1}',
  '\\',
  "'",
];

/** Returns copies of a request body, each with an odd character in one of its texts. */
function* oddBodies(good: unknown): Generator {
  if (typeof good === 'string') {
    const middle = Math.floor(good.length / 2);
    for (const odd of oddCharacters) yield good.slice(0, middle) + odd + good.slice(middle);
  } else if (typeof good === 'object' && good !== null) {
    for (const [field, value] of Object.entries(good)) {
      const rest = Array.isArray(good) ? good : { ...good };
      for (const odd of oddBodies(value))
        yield Object.assign(structuredClone(rest), { [field]: odd });
    }
  }
}

test('an unusual character in any field is accepted or refused without a server error [VAL-6, ERR-1] @long', async () => {
  let sent = 0;
  for (const name of withBody) {
    for (const body of oddBodies(goodBodies()[name])) {
      const answer = await call(app, permitted(name), name, { id: rightId(name), body });
      assert.ok(answer.status < 500, `${name} ${JSON.stringify(body)}: ${answer.text}`);
      sent += 1;
    }
  }
  assert.ok(sent > 500, `only ${sent} were sent`);
});

test('an unusual character at sign-in or sign-up is accepted or refused without a server error [VAL-6, ERR-1] @long', async () => {
  const { email } = await makePerson(app);
  const bodies: Readonly<Record<string, object>> = {
    '/sign-up/email': {
      name: 'Asha',
      email: 'odd@example.org',
      password: 'a password',
      callbackURL: '/x',
    },
    '/sign-in/email': { email, password: 'correct horse' },
    '/send-verification-email': { email: 'odd@example.org', callbackURL: '/x' },
    '/request-password-reset': { email },
    '/reset-password': { token: 'x'.repeat(43), newPassword: 'a password' },
    '/phone-number/send-otp': { phoneNumber: '+919876543210', botCheck: 'e30=' },
    '/phone-number/verify': { phoneNumber: '+919876543210', code: '123456', confirmation: 'x' },
    '/sign-in/social': { provider: 'google', callbackURL: '/x' },
    '/two-factor/verify-totp': { code: '123456' },
    '/two-factor/verify-backup-code': { code: 'abcde-fghij' },
  };
  for (const [path, good] of Object.entries(bodies)) {
    for (const body of oddBodies(good)) {
      const answer = await app.send({ method: 'POST', url: `/api/identity${path}`, body });
      assert.ok(answer.status < 500, `${path} ${JSON.stringify(body)}: ${answer.text}`);
    }
  }
});

/**
 * A timetable session with booked times, and a session for patients without booked times. Both have
 * every field that a session may have.
 */
function givenSessions(): TimetableSession[] {
  const { weekdays, date, validFrom, validUntil } = givenSession();
  const when = { weekdays, date, validFrom, validUntil };
  return [
    { ...givenSession(), lengths: { new: 30, follow_up: 15 }, reservedPlaces: 1 },
    { ...when, kind: 'open', from: '14:00', to: '16:00', places: 20, reservedPlaces: 2 },
  ];
}
