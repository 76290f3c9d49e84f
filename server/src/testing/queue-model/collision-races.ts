/**
 * Tests race conditions on each unique index: several people make the same call at once. One call
 * succeeds, and the others are refused with a certain code [INV-2, INV-3].
 */
import assert from 'node:assert/strict';
import { appointmentTimes } from '@baari/contract/constants.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import { publicUrl } from '../identity-app.ts';
import { makeAuthenticator } from '../stand-ins/test-authenticator.ts';
import { call, get, type TestAnswer, type TestApp } from '../test-app.ts';
import {
  givenApplication,
  givenDoctorEdit,
  givenHospital,
  givenProfile,
  givenReport,
  givenSettings,
  givenSubscription,
  smallPdf,
} from '../test-bodies.ts';
import { makeDoctor, makePerson, type TestPerson, type Town } from '../test-people.ts';

/** How many people make the same call at once. */
export const many = 8;

/** A hospital with `many` patients, in which a race condition is tested. */
export interface Stage {
  readonly app: TestApp;
  readonly town: Town;
  readonly patients: readonly TestPerson[];
}

/** Makes the same API call many times at once; `work` gets the number of the call. */
function together(work: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: many }, (_, index) => work(index)));
}

function patientAt({ patients }: Stage, index: number): TestPerson {
  const person = patients[index];
  assert.ok(person !== undefined);
  return person;
}

/** Calls an endpoint of the identity library. */
export function post(
  app: TestApp,
  path: string,
  body: object,
  token?: string,
): Promise<TestAnswer> {
  return app.send({ method: 'POST', url: `/api/identity${path}`, body, token });
}

interface Visit {
  readonly id: string;
  readonly patient: TestPerson;
  readonly doctorId: string;
}

async function waiting({ app, town }: Stage): Promise<Visit> {
  const patient = await makePerson(app);
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  return { id: queue.id, patient, doctorId };
}

async function completed(stage: Stage): Promise<Visit> {
  const { app, town } = stage;
  const visit = await waiting(stage);
  await get(app, town.admin, 'startConsultation', { id: visit.id });
  await get(app, town.admin, 'completeConsultation', { id: visit.id });
  return visit;
}

async function invited({ app, town }: Stage): Promise<{ token: string; email: string }> {
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

async function challengeOf(
  app: TestApp,
  session: string,
): Promise<{ challenge: string; cookie: string }> {
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

export interface Race {
  readonly what: string;
  /** The unique indexes or constraints that decide which of the concurrent calls succeeds. */
  readonly decidedBy: readonly string[];
  /** How many of the concurrent calls succeed; `some` means one or more. */
  readonly wins: number | 'some';
  /** The refusals that the calls which do not succeed may get. */
  readonly allowedRefusals: readonly RefusalCode[];
  readonly run: (stage: Stage) => Promise<readonly TestAnswer[]>;
}

export const races: readonly Race[] = [
  {
    what: 'people sign up with one address',
    decidedBy: ['user_email_key'],
    wins: 1,
    allowedRefusals: ['email_in_use'],
    run: (stage) =>
      together(() =>
        post(stage.app, '/sign-up/email', {
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
    allowedRefusals: ['passkey_failed'],
    async run(stage) {
      const device = makeAuthenticator(publicUrl);
      const cookies = await Promise.all(
        stage.patients.map(({ session }) => challengeOf(stage.app, session)),
      );
      return together((index) => {
        const { challenge, cookie } = cookies[index] ?? { challenge: '', cookie: '' };
        return stage.app.send({
          method: 'POST',
          url: '/api/identity/passkey/verify-registration',
          headers: { cookie, origin: publicUrl },
          token: patientAt(stage, index).session,
          body: { name: 'Phone', response: device.create(challenge) },
        });
      });
    },
  },
  {
    what: 'times one person sets two-factor up',
    decidedBy: ['two_factor_user_id_key'],
    wins: 'some',
    allowedRefusals: ['collided'],
    async run(stage) {
      const { session } = await makePerson(stage.app);
      return together(() =>
        post(stage.app, '/two-factor/enable', { password: 'correct horse' }, session),
      );
    },
  },
  {
    what: 'times somebody creates a hospital',
    // No unique index decides: a lock on the account makes the calls run one after the other.
    decidedBy: [],
    wins: 1,
    allowedRefusals: ['already_staff', 'forbidden'],
    async run({ app }) {
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
    allowedRefusals: ['join_request_pending'],
    async run({ app, town }) {
      const person = await makePerson(app);
      const body = givenApplication(town.hospitalId, person.email);
      return together(() => call(app, person, 'applyToHospital', { body }));
    },
  },
  {
    what: 'times an administrator lets an applicant in',
    decidedBy: ['membership_pkey', 'membership_doctor_id_key'],
    wins: 1,
    allowedRefusals: ['join_request_decided', 'already_staff'],
    async run({ app, town }) {
      const person = await makePerson(app);
      const body = { ...givenApplication(town.hospitalId, person.email), role: 'doctor' };
      const { request } = await get(app, person, 'applyToHospital', { body });
      return together(() => call(app, town.admin, 'approveApplication', { id: request.id }));
    },
  },
  {
    what: 'doctors are added with one address',
    decidedBy: [
      'doctor_email_per_hospital',
      'doctor_due_pkey',
      'doctor_queue_pkey',
      'invitation_pkey',
    ],
    wins: 1,
    allowedRefusals: ['doctor_exists'],
    run: ({ app, town }) =>
      together(() =>
        call(app, town.admin, 'addDoctor', { body: givenDoctor('one.doctor@example.org') }),
      ),
  },
  {
    what: 'doctors are given one address',
    decidedBy: ['doctor_email_per_hospital'],
    wins: 1,
    allowedRefusals: ['doctor_exists'],
    async run({ app, town, patients }) {
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
    // Several calls may succeed, up to the daily limit of one mailbox.
    wins: 'some',
    allowedRefusals: ['too_many_messages'],
    async run({ app, town }) {
      const { doctor } = await get(app, town.admin, 'addDoctor', {
        body: givenDoctor('again@example.org'),
      });
      return together(() => call(app, town.admin, 'inviteDoctor', { id: doctor.id }));
    },
  },
  {
    what: 'newcomers take one invitation',
    decidedBy: ['user_email_key', 'account_provider_id_account_id_key', 'membership_doctor_id_key'],
    wins: 1,
    allowedRefusals: ['invitation_invalid'],
    async run(stage) {
      const { token } = await invited(stage);
      const body = { token, password: 'correct horse' };
      return together(() => call(stage.app, undefined, 'acceptInvitationAsNewcomer', { body }));
    },
  },
  {
    what: 'times the invited take their invitation',
    decidedBy: ['membership_pkey', 'membership_doctor_id_key'],
    wins: 1,
    allowedRefusals: ['invitation_invalid', 'already_staff', 'forbidden'],
    async run(stage) {
      const { token, email } = await invited(stage);
      const person = await makePerson(stage.app, { email });
      return together(() => call(stage.app, person, 'acceptInvitation', { body: { token } }));
    },
  },
  {
    what: 'times a patient asks for a place',
    decidedBy: ['one_open_entry_per_patient'],
    wins: 1,
    allowedRefusals: ['already_in_queue'],
    async run({ app, town }) {
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
    allowedRefusals: [],
    async run({ app, town }) {
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
    allowedRefusals: [],
    async run({ app, town, patients }) {
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
    allowedRefusals: ['consultation_running', 'illegal_transition', 'not_first_in_line'],
    async run(stage) {
      const { id } = await waiting(stage);
      return together(() => call(stage.app, stage.town.admin, 'startConsultation', { id }));
    },
  },
  {
    what: 'patients book one time',
    decidedBy: ['one_booking_per_slot'],
    wins: 1,
    allowedRefusals: ['slot_taken'],
    run: (stage) =>
      together((index) =>
        call(stage.app, patientAt(stage, index), 'bookAppointment', {
          body: { doctorId: stage.town.doctorId, date: inDays(2), time: '10:00' },
        }),
      ),
  },
  {
    what: 'times a patient books one day',
    decidedBy: ['one_booking_per_patient_and_day'],
    wins: 1,
    // There are fewer slots than requests, so some requests ask for the same slot.
    allowedRefusals: ['already_booked', 'slot_taken'],
    async run({ app, town }) {
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
    // The server cleans only a few files of one person at the same time and refuses the others.
    allowedRefusals: ['report_has_file', 'too_many_requests'],
    async run(stage) {
      const { patient, doctorId } = await completed(stage);
      const { report } = await get(stage.app, stage.town.receptionist, 'createReport', {
        body: givenReport(patient.userId, doctorId),
      });
      return together(() =>
        call(stage.app, stage.town.receptionist, 'uploadReportFile', {
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
    allowedRefusals: [],
    async run(stage) {
      const { id, patient } = await completed(stage);
      return together((index) =>
        call(stage.app, patient, 'rateVisit', { id, body: { stars: (index % 5) + 1, words: '' } }),
      );
    },
  },
  {
    what: 'people subscribe to notifications on one device',
    decidedBy: ['push_device_endpoint_key'],
    wins: many,
    allowedRefusals: [],
    run: (stage) =>
      together((index) =>
        call(stage.app, patientAt(stage, index), 'addPushDevice', { body: givenSubscription() }),
      ),
  },
  {
    what: 'times a profile is first saved',
    decidedBy: ['account_preferences_pkey'],
    wins: many,
    allowedRefusals: [],
    async run({ app }) {
      const person = await makePerson(app);
      return together(() => call(app, person, 'saveProfile', { body: givenProfile() }));
    },
  },
  {
    what: 'times somebody asks to be erased',
    decidedBy: ['erasure_request_pkey'],
    wins: many,
    allowedRefusals: [],
    async run({ app }) {
      const person = await makePerson(app);
      return together(() => call(app, person, 'requestErasure', { body: {} }));
    },
  },
  {
    what: 'times a doctor first saves the settings',
    decidedBy: ['doctor_settings_pkey'],
    wins: many,
    allowedRefusals: [],
    run: ({ app, town }) =>
      together(() =>
        call(app, town.doctor, 'saveDoctorSettings', {
          body: { ...givenSettings(), defaultStatus: null },
        }),
      ),
  },
  {
    what: 'lines of one name',
    wins: 1,
    allowedRefusals: ['line_exists'],
    decidedBy: ['shared_line_by_name'],
    run: ({ app, town }) =>
      together(() =>
        call(app, town.admin, 'addLines', {
          body: { lines: [{ name: 'Laboratory', kind: 'laboratory' }] },
        }),
      ),
  },
  {
    what: 'times a display is given its doctors',
    decidedBy: ['screen_doctor_pkey'],
    wins: many,
    allowedRefusals: [],
    async run({ app, town }) {
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
    allowedRefusals: [],
    run: ({ app, town }) => together(() => call(app, town.otherAdmin, 'renewDoorCode')),
  },
  {
    what: 'times one request is sent with its key',
    decidedBy: ['idempotency_key_pkey'],
    wins: many,
    allowedRefusals: ['idempotency_key_running'],
    async run({ app, town }) {
      const person = await makePerson(app);
      const headers = { 'idempotency-key': 'the same' };
      const answers = await together(() =>
        call(app, person, 'requestPlace', { body: { doctorId: town.doctorId }, headers }),
      );
      const done = answers.filter(({ status }) => status === 201).map(({ text }) => text);
      assert.equal(new Set(done).size, 1, 'those who are answered hear the same');
      // A call that is refused while the first call still runs is repeated, and then gets the same
      // answer as the first call.
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
