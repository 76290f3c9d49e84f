/**
 * The same thing done by many at one moment: the database lets one of them win, and the others are told
 * what has happened, never that something failed [guarantees, INV-2, INV-3]. Each unique index of the
 * database has its race here, or a reason why nothing can race for it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { appointmentTimes } from '@baari/contract/constants.ts';
import { refusals, type RefusalCode } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import { type ProvidedPerson, startOpenIdProvider } from '../testing/open-id-provider.ts';
import { makeAuthenticator } from '../testing/test-authenticator.ts';
import {
  makeIdentityTestApp,
  newPhone,
  openBrowser,
  publicUrl,
  receiveCode,
} from '../testing/identity-app.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  alwaysOpen,
  givenApplication,
  givenDoctorEdit,
  givenHospital,
  givenProfile,
  givenReport,
  givenSettings,
  givenSubscription,
  smallPdf,
} from '../testing/test-bodies.ts';
import {
  makeDoctor,
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

const many = 8;

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, many);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
});
after(() => app.close());

/** The same by many at once, each told which of them it is. */
function together(work: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: many }, (_, index) => work(index)));
}

function patientAt(index: number): TestPerson {
  const person = patients[index];
  assert.ok(person !== undefined);
  return person;
}

function post(path: string, body: object, token?: string): Promise<TestAnswer> {
  return app.send({ method: 'POST', url: `/api/identity${path}`, body, token });
}

async function waiting(): Promise<{ id: string; patient: TestPerson; doctorId: string }> {
  const patient = await makePerson(app);
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  return { id: queue.id, patient, doctorId };
}

async function completed(): Promise<{ id: string; patient: TestPerson; doctorId: string }> {
  const visit = await waiting();
  await get(app, town.admin, 'startConsultation', { id: visit.id });
  await get(app, town.admin, 'completeConsultation', { id: visit.id });
  return visit;
}

async function invited(): Promise<{ token: string; email: string }> {
  const email = `collision-${doctors}@example.org`;
  await get(app, town.admin, 'addDoctor', { body: givenDoctor(email) });
  const row = await app.db.one<{ plain: string }>(sql`
    select payload->>'plain' as plain from job
    where kind = 'mail' and payload->>'to' = ${email} order by id desc limit 1`);
  return { email, token: /token=([\w-]+)/u.exec(row.plain)?.[1] ?? '' };
}

let doctors = 0;
function givenDoctor(email: string) {
  doctors += 1;
  const phone = '+919876543210';
  return { name: `Dr. ${doctors}`, email, phone, specialty: 'Neurology', department: 'Neurology' };
}

function inDays(days: number): string {
  return Temporal.Now.plainDateISO('Asia/Kolkata').add({ days }).toString();
}

interface Race {
  readonly what: string;
  /** Whose unique index or constraint decides it. */
  readonly decidedBy: readonly string[];
  /** How many are answered with success; `some` where it may be one and may be more. */
  readonly wins: number | 'some';
  /** What the others are told; any of these. */
  readonly told: readonly RefusalCode[];
  readonly run: () => Promise<readonly TestAnswer[]>;
}

const races: readonly Race[] = [
  {
    what: 'people sign up with one address',
    decidedBy: ['user_email_key'],
    wins: 1,
    told: ['email_in_use'],
    run: () =>
      together(() =>
        post('/sign-up/email', {
          name: 'Asha Rao',
          email: 'together@example.org',
          password: 'correct horse',
        }),
      ),
  },
  {
    what: 'devices register one passkey',
    decidedBy: ['passkey_credential_id_key'],
    wins: 1,
    told: ['passkey_failed'],
    async run() {
      const device = makeAuthenticator(publicUrl);
      const cookies = await Promise.all(patients.map(({ session }) => challengeOf(session)));
      return together((index) => {
        const { challenge, cookie } = cookies[index] ?? { challenge: '', cookie: '' };
        return app.send({
          method: 'POST',
          url: '/api/identity/passkey/verify-registration',
          headers: { cookie, origin: publicUrl },
          token: patientAt(index).session,
          body: { name: 'Phone', response: device.create(challenge) },
        });
      });
    },
  },
  {
    what: 'times one person sets two-factor up',
    decidedBy: ['two_factor_user_id_key'],
    wins: 'some',
    told: ['collided'],
    async run() {
      const { session } = await makePerson(app);
      return together(() => post('/two-factor/enable', { password: 'correct horse' }, session));
    },
  },
  {
    what: 'times somebody creates a hospital',
    decidedBy: ['staff_member_pkey'],
    wins: 1,
    told: ['already_staff', 'forbidden'],
    async run() {
      const person = await makePerson(app);
      return together(() =>
        call(app, person, 'createHospital', { body: givenHospital(person.email) }),
      );
    },
  },
  {
    what: 'times somebody asks to join a hospital',
    decidedBy: ['one_pending_join_request'],
    wins: 1,
    told: ['join_request_pending'],
    async run() {
      const person = await makePerson(app);
      const body = givenApplication(town.hospitalId, person.email);
      return together(() => call(app, person, 'applyToHospital', { body }));
    },
  },
  {
    what: 'times an administrator lets an applicant in',
    decidedBy: ['staff_member_pkey', 'staff_member_doctor_id_key'],
    wins: 1,
    told: ['join_request_decided', 'already_staff'],
    async run() {
      const person = await makePerson(app);
      const body = { ...givenApplication(town.hospitalId, person.email), role: 'doctor' };
      const { request } = await get(app, person, 'applyToHospital', { body });
      return together(() => call(app, town.admin, 'approveApplication', { id: request.id }));
    },
  },
  {
    what: 'doctors are added with one address',
    decidedBy: ['doctor_email_per_hospital', 'doctor_queue_pkey', 'invitation_pkey'],
    wins: 1,
    told: ['doctor_exists'],
    run: () =>
      together(() =>
        call(app, town.admin, 'addDoctor', { body: givenDoctor('one.doctor@example.org') }),
      ),
  },
  {
    what: 'doctors are given one address',
    decidedBy: ['doctor_email_per_hospital'],
    wins: 1,
    told: ['doctor_exists'],
    async run() {
      const ids = await Promise.all(patients.map(() => makeDoctor(app, town.hospitalId)));
      const body = givenDoctorEdit('shared.doctor@example.org');
      return together((index) =>
        call(app, town.admin, 'editDoctor', { id: ids[index] ?? '', body }),
      );
    },
  },
  {
    what: 'times a doctor is invited again',
    decidedBy: ['invitation_pkey'],
    // So many as one mailbox may get within a day.
    wins: 'some',
    told: ['too_many_messages'],
    async run() {
      const { doctor } = await get(app, town.admin, 'addDoctor', {
        body: givenDoctor('again@example.org'),
      });
      return together(() => call(app, town.admin, 'inviteDoctor', { id: doctor.id }));
    },
  },
  {
    what: 'newcomers take one invitation',
    decidedBy: [
      'user_email_key',
      'account_provider_id_account_id_key',
      'staff_member_doctor_id_key',
    ],
    wins: 1,
    told: ['invitation_invalid'],
    async run() {
      const { token } = await invited();
      const body = { token, password: 'correct horse' };
      return together(() => call(app, undefined, 'acceptInvitationAsNewcomer', { body }));
    },
  },
  {
    what: 'times the invited take their invitation',
    decidedBy: ['staff_member_pkey', 'staff_member_doctor_id_key'],
    wins: 1,
    told: ['invitation_invalid', 'already_staff', 'forbidden'],
    async run() {
      const { token, email } = await invited();
      const person = await makePerson(app, { email });
      return together(() => call(app, person, 'acceptInvitation', { body: { token } }));
    },
  },
  {
    what: 'times a patient asks for a place',
    decidedBy: ['one_open_entry_per_patient'],
    wins: 1,
    told: ['already_in_queue'],
    async run() {
      const person = await makePerson(app);
      const body = { doctorId: town.doctorId };
      return together(() => call(app, person, 'requestPlace', { body }));
    },
  },
  {
    what: 'people are put into one line by the desk',
    decidedBy: [
      'one_token_per_doctor_and_day',
      'token_letters_pkey',
      'token_letters_hospital_id_letters_key',
    ],
    wins: many,
    told: [],
    async run() {
      const doctorId = await makeDoctor(app, town.hospitalId, { name: 'Dr. Newly Come' });
      return together((index) =>
        call(app, town.receptionist, 'addWalkIn', {
          body: { name: `Walk-in ${index}`, phone: '', doctorId, urgency: 'low', symptoms: '' },
        }),
      );
    },
  },
  {
    what: 'doctors of like names give their first tokens',
    decidedBy: ['token_letters_hospital_id_letters_key'],
    wins: many,
    told: [],
    async run() {
      const ids = await Promise.all(
        patients.map(() => makeDoctor(app, town.hospitalId, { name: 'Dr. Same Name' })),
      );
      return together((index) =>
        call(app, town.receptionist, 'addWalkIn', {
          body: {
            name: `Walk-in ${index}`,
            phone: '',
            doctorId: ids[index],
            urgency: 'low',
            symptoms: '',
          },
        }),
      );
    },
  },
  {
    what: 'patients are called in to one doctor',
    decidedBy: ['one_consultation_per_doctor'],
    wins: 1,
    told: ['consultation_running', 'illegal_transition', 'not_first_in_line'],
    async run() {
      const { id } = await waiting();
      return together(() => call(app, town.admin, 'startConsultation', { id }));
    },
  },
  {
    what: 'patients book one time',
    decidedBy: ['one_booking_per_slot'],
    wins: 1,
    told: ['slot_taken'],
    run: () =>
      together((index) =>
        call(app, patientAt(index), 'bookAppointment', {
          body: { doctorId: town.doctorId, date: inDays(2), time: '10:00' },
        }),
      ),
  },
  {
    what: 'times a patient books one day',
    decidedBy: ['one_booking_per_patient_and_day'],
    wins: 1,
    // There are fewer times than there are of them: some ask for one time as well.
    told: ['already_booked', 'slot_taken'],
    async run() {
      const person = await makePerson(app);
      const timeAt = (index: number) => appointmentTimes[index % appointmentTimes.length];
      return together((index) =>
        call(app, person, 'bookAppointment', {
          body: { doctorId: town.colleagueId, date: inDays(3), time: timeAt(index) },
        }),
      );
    },
  },
  {
    what: 'files are sent for one report',
    decidedBy: ['report_file_pkey', 'report_file_file_key_key'],
    wins: 1,
    // Only so many of one person's are cleaned at once.
    told: ['report_has_file', 'too_many_requests'],
    async run() {
      const { patient, doctorId } = await completed();
      const { report } = await get(app, town.receptionist, 'createReport', {
        body: givenReport(patient.userId, doctorId),
      });
      return together(() =>
        call(app, town.receptionist, 'uploadReportFile', {
          id: report.id,
          headers: { 'content-type': 'application/pdf' },
          body: smallPdf,
        }),
      );
    },
  },
  {
    what: 'times a visit is rated',
    decidedBy: ['rating_entry_id_key'],
    wins: many,
    told: [],
    async run() {
      const { id, patient } = await completed();
      return together((index) =>
        call(app, patient, 'rateVisit', { id, body: { stars: (index % 5) + 1, words: '' } }),
      );
    },
  },
  {
    what: 'people ask to be told on one device',
    decidedBy: ['push_device_endpoint_key'],
    wins: many,
    told: [],
    run: () =>
      together((index) =>
        call(app, patientAt(index), 'addPushDevice', { body: givenSubscription() }),
      ),
  },
  {
    what: 'times a profile is first saved',
    decidedBy: ['account_preferences_pkey'],
    wins: many,
    told: [],
    async run() {
      const person = await makePerson(app);
      return together(() => call(app, person, 'saveProfile', { body: givenProfile() }));
    },
  },
  {
    what: 'times somebody asks to be erased',
    decidedBy: ['erasure_request_pkey'],
    wins: many,
    told: [],
    async run() {
      const person = await makePerson(app);
      return together(() => call(app, person, 'requestErasure', { body: {} }));
    },
  },
  {
    what: 'times a doctor first saves the settings',
    decidedBy: ['doctor_settings_pkey'],
    wins: many,
    told: [],
    run: () =>
      together(() =>
        call(app, town.doctor, 'saveDoctorSettings', {
          body: { ...givenSettings(), defaultStatus: null },
        }),
      ),
  },
  {
    what: 'times a display is given its doctors',
    decidedBy: ['screen_doctor_pkey'],
    wins: many,
    told: [],
    async run() {
      const doctorIds = [town.doctorId, town.colleagueId];
      const { screen } = await get(app, town.admin, 'makeScreen', {
        body: { kind: 'display', name: 'Hall', doctorIds },
      });
      return together(() =>
        call(app, town.admin, 'editScreen', { id: screen.id, body: { name: 'Hall', doctorIds } }),
      );
    },
  },
  {
    what: 'times a hospital first makes its door code',
    decidedBy: ['door_code_pkey'],
    wins: many,
    told: [],
    run: () => together(() => call(app, town.otherAdmin, 'renewDoorCode')),
  },
  {
    what: 'times one request is sent with its key',
    decidedBy: ['idempotency_key_pkey'],
    wins: many,
    told: ['idempotency_key_running'],
    async run() {
      const person = await makePerson(app);
      const headers = { 'idempotency-key': 'the same' };
      const answers = await together(() =>
        call(app, person, 'requestPlace', { body: { doctorId: town.doctorId }, headers }),
      );
      const done = answers.filter(({ status }) => status === 201).map(({ text }) => text);
      assert.equal(new Set(done).size, 1, 'those who are answered hear the same');
      // Who asked while it was under way may ask again and hears it too.
      return Promise.all(
        answers.map((answer) =>
          answer.status === 409
            ? call(app, person, 'requestPlace', { body: { doctorId: town.doctorId }, headers })
            : Promise.resolve(answer),
        ),
      );
    },
  },
];

async function challengeOf(session: string): Promise<{ challenge: string; cookie: string }> {
  const answer = await app.send({
    method: 'GET',
    url: '/api/identity/passkey/generate-register-options',
    token: session,
    headers: { origin: publicUrl },
  });
  assert.equal(answer.status, 200, answer.text);
  const { challenge } = JSON.parse(answer.text) as { challenge: string };
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { challenge, cookie: cookie.join('; ') };
}

describe(`when ${many} do the same at one moment:`, () => {
  for (const { what, wins, told, run, decidedBy } of races) {
    test(`${what} [INV-2, INV-7, ERR-1]`, async () => {
      const answers = await run();
      const failed = answers.filter(({ status }) => status >= 500);
      assert.deepEqual(
        failed.map(({ text }) => text),
        [],
        `decided by ${decidedBy.join(', ')}`,
      );
      const won = answers.filter(({ status }) => status < 300);
      const said = answers.map(({ status, text }) => `${status} ${text.slice(0, 120)}`).join('\n');
      if (wins === 'some') assert.ok(won.length > 0, said);
      else assert.equal(won.length, wins, said);
      for (const answer of answers.filter(({ status }) => status >= 300)) {
        const code = told.find((each) => answer.text.includes(`"code":"${each}"`));
        assert.ok(code !== undefined, answer.text);
        assertRefused(answer, code);
        assert.ok(refusals[code].status < 500);
      }
    });
  }
});

test('devices that prove one phone at the same moment end in one account [INV-2, SIGN-2]', async () => {
  const world = await makeIdentityTestApp();
  try {
    const phoneNumber = newPhone();
    const codes = [];
    for (let device = 0; device < 4; device += 1) {
      const browser = openBrowser(world.app, `203.0.113.${device}`);
      codes.push({ browser, given: await receiveCode(world, browser, phoneNumber) });
    }
    const answers = await Promise.all(
      codes.map(({ browser, given }) =>
        browser.post('/phone-number/verify', { phoneNumber, ...given }),
      ),
    );
    const told = answers.map(({ statusCode, body }) => `${statusCode} ${body}`).join('\n');
    assert.ok(
      answers.every(({ statusCode }) => statusCode < 500),
      told,
    );
    assert.ok(
      answers.some(({ statusCode }) => statusCode === 200),
      told,
    );
    const found = await world.db.many(sql`
      select 1 from identity."user" where phone_number = ${phoneNumber}`);
    assert.equal(found.length, 1);
  } finally {
    await world.close();
  }
});

test('windows in which one person comes from Google at the same moment end in one account [INV-2, LOGIN-2]', async () => {
  const google = await startOpenIdProvider();
  const world = await makeIdentityTestApp({ google: google.client });
  try {
    const email = 'together@example.org';
    const person: ProvidedPerson = { sub: 'one', email, email_verified: true, name: 'Asha Rao' };
    const windows = [];
    for (let window = 0; window < 4; window += 1) {
      const browser = openBrowser(world.app);
      const asked = { provider: 'google', callbackURL: '/signed-in' };
      const { url } = (await browser.post('/sign-in/social', asked)).json<{ url: string }>();
      windows.push({ browser, back: await google.visit(url, person) });
    }
    const answers = await Promise.all(
      windows.map(({ browser, back }) => browser.get(`${back.pathname}${back.search}`)),
    );
    const told = answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`);
    assert.ok(
      answers.every(({ statusCode }) => statusCode === 302),
      told.join('\n'),
    );
    assert.ok(
      told.some((where) => where.endsWith('/signed-in')),
      told.join('\n'),
    );
    const found = await world.db.many(sql`select 1 from identity."user" where email = ${email}`);
    assert.equal(found.length, 1);
  } finally {
    await world.close();
    google.close();
  }
});

test('where accounts are hidden, all who sign up with one address hear the same [SEC-8, INV-2]', async () => {
  const world = await makeIdentityTestApp({ hideAccounts: true });
  try {
    const body = { name: 'Asha Rao', email: 'together@example.org', password: 'correct horse' };
    const answers = await Promise.all(
      Array.from({ length: many }, () => openBrowser(world.app).post('/sign-up/email', body)),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      answers.map(() => 200),
    );
  } finally {
    await world.close();
  }
});

test('what fails within the library is told without a value of any row, and printed nowhere [SEC-5]', async () => {
  const printed = mock.method(console, 'error', () => undefined);
  try {
    await app.owner.query(
      `alter table identity."user" add constraint planted check (name <> 'Planted')`,
    );
    const logged = app.logged.length;
    const email = 'xanthippe@example.org';
    const answer = await post('/sign-up/email', {
      name: 'Planted',
      email,
      password: 'correct horse',
    });
    assert.equal(answer.status, 500);
    assert.equal(printed.mock.callCount(), 0);
    const lines = app.logged.slice(logged).join('');
    assert.match(lines, /"code":"23514"/u);
    assert.ok(!lines.includes('xanthippe'), lines);
  } finally {
    printed.mock.restore();
    await app.owner.query('alter table identity."user" drop constraint planted');
  }
});

/** Unique indexes for which nothing can race, and why. */
const withoutRace: Readonly<Record<string, string>> = {
  erasure_certificate_account_id_key: 'written while the account and its request are held',
  session_token_key: 'a random token',
  invitation_token_hash_key: 'the hash of a random token',
  password_reset_pkey: 'the hash of a random token',
  phone_code_pkey: 'the hash of a random confirmation',
  ticket_pkey: 'the hash of a random secret',
  screen_secret_hash_key: 'the hash of a random secret',
  report_file_file_key_key: 'the key of a file that was just made',
  spent_challenge_pkey: 'written with on conflict do nothing: the second one has spent it twice',
  attempt_pkey: 'written with on conflict: a counter',
  outbox_message_job_id_key: 'written with on conflict do nothing: a job that runs again',
  notice_pkey: 'written with on conflict do nothing: nothing is told twice',
  known_device_pkey: 'written with on conflict: the device is known, and last seen now',
  reset_cleanup_pkey: 'the hash of a random token',
  send_count_pkey: 'written with on conflict: a counter',
  one_promise_of_a_kind: 'written with on conflict do nothing',
  wait_fit_pkey: 'written with on conflict by a round of the server',
  push_key_pkey: 'written with on conflict do nothing at the first start',
  event_pkey: 'a transaction and a number of its own',
  event_horizon_pkey: 'one row, made by a migration',
  doctor_queue_pkey: 'written with its doctor',
  audit_seal_pkey: 'written by one process at a time, under a lock',
  audit_anchor_pkey: 'written with on conflict do nothing by whoever seals, under a lock',
  one_audit_check_at_a_time:
    'written with on conflict do nothing: who comes second sees the first one go on',
  audit_seal_audit_id_key: 'written by one process at a time, under a lock',
  migration_pkey: 'written at start, under a lock',
};

test('each unique index has its race here, or a reason why it has none [INV-2]', async () => {
  const rows = await app.db.many<{ name: string }>(sql`
    select index.relname as name
    from pg_index i
    join pg_class index on index.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    where i.indisunique and n.nspname in ('public', 'identity')
      -- Ids that the database makes are nobody else's.
      and not exists (
        select 1 from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and i.indnatts = 1 and a.attnum = i.indkey[0]
          and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()'))
    order by 1`);
  const raced = new Set(races.flatMap(({ decidedBy }) => decidedBy));
  const besides = ['user_phone_number_key'];
  const known = new Set([...raced, ...besides, ...Object.keys(withoutRace)]);
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
    'unique and not thought of',
  );
  assert.deepEqual(
    [...known].filter((name) => !names.includes(name)),
    [],
    'thought of and not unique',
  );
});
