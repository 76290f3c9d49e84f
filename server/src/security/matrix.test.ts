/** Tests which role may call which endpoint: every role against every endpoint of the contract. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { auditActionOf, isRecordedWithPatients } from '@baari/contract/audited-endpoints.ts';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import { streamPath } from '@baari/contract/events.ts';
import { identityCalls } from '@baari/contract/account/identity.ts';
import { keyed } from '@baari/contract/keyed.ts';
import { type QueueAction, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { type actionCalls, calledNames } from '@baari/contract/queue/queue.ts';
import { problem } from '@baari/contract/refusals.ts';
import { answerForKey, isKeyed, keyedNames } from '@baari/contract/keys/answers.ts';
import { type Scope, scopes } from '@baari/contract/keys/scopes.ts';
import type { Right } from '@baari/contract/queue/entry-state.ts';
import { boardStreamPath } from '@baari/contract/hospital/screen.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  type CallParts,
  call,
  get,
  makeTestApp,
  readReply,
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
  givenReport,
  givenSettings,
  givenSession,
  givenWeek,
  givenWish,
  givenSubscription,
  givenVitalSettings,
  smallPdf,
} from '../testing/test-bodies.ts';
import {
  alsoWorks,
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';
import { pngOf } from '../testing/test-pictures.ts';
import { trailScenes } from '../testing/trail-scenes.ts';

const callers = [
  'nobody',
  'the patient concerned',
  'another patient',
  'receptionist',
  "the queue's doctor",
  "another queue's doctor",
  'hospital_admin',
  "another hospital's hospital_admin",
] as const;
type CallerName = (typeof callers)[number];

/** The expected HTTP statuses of one endpoint, in the order of `callers`. */
type Row = readonly [
  nobody: number,
  own: number,
  other: number,
  receptionist: number,
  doctor: number,
  colleague: number,
  admin: number,
  otherAdmin: number,
];

/**
 * The objects that a call needs. They are created again for each combination of endpoint and role.
 */
interface Scene {
  readonly patient: TestPerson;
  /** The queue entry of the scene's patient in the queue of the doctor `doctorId`. */
  readonly entryId: string;
  readonly doctorId: string;
  /**
   * The id of a medical report that the doctor `doctorId` wrote for the scene's patient. If the
   * call needs no report, an id that does not exist.
   */
  readonly reportId: string;
  /**
   * The id of a child on the account of the scene's patient. If the call needs no child, an id that
   * does not exist.
   */
  readonly childId: string;
  /**
   * The ids of a shared line (a queue that no doctor owns, such as the laboratory) and of its
   * counter. If the call needs no line, ids that do not exist.
   */
  readonly lineId: string;
  readonly pointId: string;
}

/**
 * The states of a queue entry. 'between': the patient waits with one patient in front and one
 * behind; 'held': missed a call; 'here': waits and is checked in; 'filed': has a report with a
 * file; 'child': in no queue, with a child on the account; 'in line': waits in a shared line; 'at a
 * counter': is served at a counter; 'beside a line': is with the doctor while a shared line exists;
 * 'sent on': was forwarded and waits in the shared line.
 */
type EntryStatus =
  | 'pending_approval'
  | 'waiting'
  | 'between'
  | 'held'
  | 'here'
  | 'in_progress'
  | 'long inside'
  | 'completed'
  | 'reported'
  | 'filed'
  | 'child'
  | 'in line'
  | 'at a counter'
  | 'beside a line'
  | 'sent on'
  | 'none';

interface Case {
  readonly expect: Row;
  /**
   * The state of the patient's queue entry before the call; 'none' if the call needs no queue
   * entry.
   */
  readonly entry: EntryStatus;
  readonly parts: (scene: Scene, town: Town) => CallParts;
}

const anyone: Row = [200, 200, 200, 200, 200, 200, 200, 200];
const staffOfTheHospital: Row = [401, 403, 403, 200, 200, 200, 200, 404];
const ofNobodyAtTheDesk: Row = [401, 403, 403, 404, 404, 404, 404, 404];
const whoConsults: Row = [401, 403, 403, 403, 200, 403, 200, 404];
const ofAdmins: Row = [401, 403, 403, 403, 403, 403, 200, 200];
const ofNobodys: Row = [401, 403, 403, 403, 403, 403, 404, 404];
/** Expected HTTP statuses of calls for a patient's own data. Staff have no such data. */
const ofPatients: Row = [401, 200, 200, 403, 403, 403, 403, 403];
const ofNoPatient: Row = [401, 404, 404, 403, 403, 403, 403, 403];
/**
 * Expected HTTP statuses of calls for planning: the queue's doctor and the hospital's administrator
 * may make them.
 */
const whoPlans: Row = [401, 403, 403, 403, 200, 403, 200, 404];
/** Expected statuses of calls for each doctor's own data. */
const ofDoctors: Row = [401, 403, 403, 403, 200, 200, 403, 403];
const ofDoctor = ({ doctorId }: Scene) => ({ id: doctorId });
const onReport = ({ reportId }: Scene) => ({ id: reportId });
/**
 * The hospital's settings of who may read reports, here every role; `reports/report-access.test.ts`
 * tests other settings.
 */
const everybodyReads = { doctors: true, receptionists: true, administrators: true };
const readersOfReport: Row = [401, 200, 404, 200, 200, 200, 200, 404];
const onEntry = ({ entryId }: Scene) => ({ id: entryId });
const onPoint = ({ pointId }: Scene) => ({ id: pointId });
/**
 * Expected HTTP statuses of calls that configure a shared line. Only the administrator may
 * configure it; other staff only work with its patients.
 */
const ofAdminOfLine: Row = [401, 403, 403, 403, 403, 403, 200, 404];
const ofDeskOfLine: Row = [401, 403, 403, 200, 403, 403, 200, 404];
const whoSendsOn: Row = [401, 403, 403, 200, 200, 403, 200, 404];
const givenLine = {
  name: 'X-ray',
  department: null,
  room: null,
  order: 'arrival',
  returnsEvery: 3,
  next: [],
};
const ofUnknownLink: Row = [403, 403, 403, 403, 403, 403, 403, 403];
const withUnknownLink = () => ({ body: { secret: 'x'.repeat(43), lastDigits: '4321' } });
const ofHospital = (_scene: Scene, town: Town) => ({ id: town.hospitalId });

/** The expected HTTP statuses for each right to a queue entry. */
const ofRight: Record<Right, Row> = {
  desk: staffOfTheHospital,
  consult: whoConsults,
  call: [401, 403, 403, 200, 200, 403, 200, 404],
  patient: [401, 200, 404, 403, 403, 403, 403, 403],
  everyone: [401, 200, 404, 200, 200, 200, 200, 404],
};

/** Returns a state of the queue entry in which the queue action is allowed. */
function sceneFor({ from, needs = [] }: QueueAction): EntryStatus {
  if (needs.includes('away')) return 'held';
  if (needs.includes('calledLongAgo')) return 'long inside';
  if (needs.includes('checkedIn')) return 'here';
  if (from.includes('pending_approval')) return 'pending_approval';
  if (from.includes('completed')) return 'completed';
  if (!from.includes('waiting')) return 'in_progress';
  return needs.includes('first') || needs.includes('called') ? 'waiting' : 'between';
}

/**
 * The expected HTTP statuses of the queue actions. Each queue action may be called by users who
 * have the right that it requires.
 */
const ofActions = keyed<Record<keyof typeof actionCalls, Case>>(
  calledNames.map((name) => {
    const action: QueueAction = queueActions[name];
    const parts = ({ entryId }: Scene) => ({ id: entryId, body: action.call?.example });
    const entry = sceneFor(action);
    return [queueActions[name].call.name, { expect: ofRight[action.right], entry, parts }];
  }),
);

/**
 * The expected HTTP statuses of each endpoint; if an endpoint is missing here, the code does not
 * compile.
 */
const matrix: Record<EndpointName, Case> = {
  ...ofActions,
  getSite: { expect: anyone, entry: 'none', parts: () => ({}) },
  getTextPage: { expect: anyone, entry: 'none', parts: () => ({ id: 'privacy' }) },
  sendContactMessage: {
    expect: [201, 201, 201, 201, 201, 201, 201, 201],
    entry: 'none',
    parts: () => ({
      body: { name: 'Asha Rao', email: 'asha@example.org', message: 'Do you open on Sundays?' },
    }),
  },
  listHospitals: { expect: anyone, entry: 'none', parts: () => ({}) },
  getHospital: { expect: anyone, entry: 'none', parts: ofHospital },
  listHospitalDoctors: { expect: anyone, entry: 'none', parts: ofHospital },
  listHomeLines: { expect: anyone, entry: 'none', parts: ofHospital },
  getDoctor: { expect: anyone, entry: 'none', parts: ({ doctorId }) => ({ id: doctorId }) },
  getCurrentUser: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  listOwnSessions: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  listOwnHospitals: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  actForHospital: {
    // The call names a hospital where none of the callers works; two-hospitals.test.ts tests other
    // hospitals.
    expect: [401, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ body: { hospitalId: randomUUID() } }),
  },
  endOwnSession: {
    // The call uses a random id that no session has.
    expect: [401, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  reportUse: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  keepOwnLanguage: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ body: { language: 'hi' } }),
  },
  listSecurityEvents: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  setStaffIdleMinutes: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: { idleMinutes: 720 } }),
  },
  endOtherSessions: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  getOwnSecurity: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  setStaffTwoFactor: {
    expect: [401, 403, 403, 403, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({ body: { isRequired: false } }),
  },
  setRole: {
    expect: [401, 200, 200, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: () => ({ body: { role: 'patient' } }),
  },
  createHospital: {
    // The request holds the email address of one patient, so it succeeds only for that patient.
    expect: [401, 201, 403, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: ({ patient }) => ({ body: givenHospital(patient.email) }),
  },
  // practice.test.ts makes and ends practice hospitals.
  practise: {
    expect: [401, 403, 403, 200, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  restartPractice: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({}),
  },
  endPractice: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({}),
  },
  listExercises: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({}),
  },
  startExercise: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ body: { exercise: 'undo' } }),
  },
  getOwnHospital: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  getOwnStanding: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  getFirstSteps: {
    expect: [401, 403, 403, 403, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  sendTestMessage: {
    expect: [401, 403, 403, 403, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  // Each administrator saves the profile of their own hospital.
  saveOwnHospital: {
    expect: [401, 403, 403, 403, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({ body: givenHospitalProfile() }),
  },
  applyToHospital: {
    // The email address in the form is that of one patient, so the other patient and the other
    // hospital's staff get 403. Staff of this hospital get 409.
    expect: [401, 201, 403, 409, 409, 409, 409, 403],
    entry: 'none',
    parts: ({ patient }, town) => ({ body: givenApplication(town.hospitalId, patient.email) }),
  },
  getOwnApplication: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  getTeam: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  // The calls use a random id, so the application to join does not exist.
  approveApplication: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  rejectApplication: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  changeMemberRole: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { role: 'receptionist' } }),
  },
  removeMember: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: {} }),
  },
  inviteDoctor: {
    // The call gets 409 for the administrator, because this doctor already has an account.
    expect: [401, 403, 403, 403, 403, 403, 409, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId }),
  },
  revokeInvitation: {
    expect: [401, 403, 403, 403, 403, 403, 200, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId }),
  },
  listStaffInvitations: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  inviteStaff: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({
      body: { role: 'receptionist', emails: [`${randomUUID()}@example.org`] },
    }),
  },
  makeStaffLink: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({ body: { role: 'receptionist' } }),
  },
  // The call uses a random id, so the staff invitation does not exist.
  revokeStaffInvitation: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  // The call uses a random token, so the invitation does not exist.
  readInvitation: {
    expect: [400, 400, 400, 400, 400, 400, 400, 400],
    entry: 'none',
    parts: () => ({ body: { token: 'x'.repeat(43) } }),
  },
  acceptInvitation: {
    expect: [401, 400, 400, 400, 400, 400, 400, 400],
    entry: 'none',
    parts: () => ({ body: { token: 'x'.repeat(43) } }),
  },
  acceptInvitationAsNewcomer: {
    expect: [400, 400, 400, 400, 400, 400, 400, 400],
    entry: 'none',
    parts: () => ({ body: { token: 'x'.repeat(43), password: 'a good one' } }),
  },
  getProfile: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  saveProfile: { expect: ofPatients, entry: 'none', parts: () => ({ body: givenProfile() }) },
  listPeople: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  addPerson: {
    expect: [401, 201, 201, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: () => ({ body: givenPerson() }),
  },
  savePerson: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'child',
    parts: ({ childId }) => ({ id: childId, body: givenPerson() }),
  },
  removePerson: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'child',
    parts: ({ childId }) => ({ id: childId }),
  },
  exportOwnData: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  getErasure: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  withdrawErasure: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  getReminders: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  saveReminders: { expect: ofAdmins, entry: 'none', parts: () => ({ body: { times: ['day'] } }) },
  getRetention: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  setRetention: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: { recordsKeptYears: 3, removesOldReports: false } }),
  },
  getSummaries: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  setSummaries: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: { isOn: false } }),
  },
  getVitals: { expect: staffOfTheHospital, entry: 'waiting', parts: onEntry },
  addVitals: {
    expect: [401, 403, 403, 201, 201, 201, 201, 404],
    entry: 'waiting',
    parts: (scene) => ({ ...onEntry(scene), body: { pulse: 72 } }),
  },
  strikeVitals: {
    expect: ofNobodyAtTheDesk,
    entry: 'waiting',
    parts: () => ({ id: randomUUID(), body: { reason: 'Other patient' } }),
  },
  listPatientVitals: {
    expect: staffOfTheHospital,
    entry: 'completed',
    parts: ({ patient: { userId } }) => ({ id: userId }),
  },
  listHandOffs: { expect: staffOfTheHospital, entry: 'waiting', parts: onEntry },
  listOwnHandOffs: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  addHandOff: {
    expect: [401, 403, 403, 201, 201, 201, 201, 404],
    entry: 'waiting',
    parts: (scene) => ({
      ...onEntry(scene),
      body: { lineId: town.colleagueId, lines: [{ asks: 'Chest X-ray' }] },
    }),
  },
  correctHandOff: {
    expect: ofNobodyAtTheDesk,
    entry: 'waiting',
    parts: () => ({ id: randomUUID(), body: { lines: [{ asks: 'Chest X-ray' }] } }),
  },
  strikeHandOff: {
    expect: ofNobodyAtTheDesk,
    entry: 'waiting',
    parts: () => ({ id: randomUUID() }),
  },
  takeHandOffLine: {
    expect: ofNobodyAtTheDesk,
    entry: 'waiting',
    parts: () => ({ id: randomUUID(), body: { isTaken: true } }),
  },
  listHandOffWords: {
    expect: staffOfTheHospital,
    entry: 'none',
    parts: () => ({ query: { lineId: town.doctorId } }),
  },
  getVitalSettings: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  setVitalSettings: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: givenVitalSettings }),
  },
  getReportReaders: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  setReportReaders: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: everybodyReads }),
  },
  openInEmergency: {
    expect: [401, 403, 403, 403, 201, 201, 201, 404],
    entry: 'reported',
    parts: ({ patient: { userId } }) => ({
      id: userId,
      body: { kind: 'cover', reason: 'On call for the colleague.' },
    }),
  },
  listEmergencies: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  countEmergencies: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  lookAtEmergency: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  getAssessment: {
    expect: [401, 200, 404, 200, 200, 200, 200, 404],
    entry: 'waiting',
    parts: onEntry,
  },
  answerAssessment: {
    expect: [401, 200, 404, 200, 200, 200, 200, 404],
    entry: 'waiting',
    parts: ({ entryId }) => ({ id: entryId, body: givenAnswers() }),
  },
  getInsights: { expect: staffOfTheHospital, entry: 'waiting', parts: onEntry },
  printAssessment: { expect: staffOfTheHospital, entry: 'waiting', parts: onEntry },
  listAssessments: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  watchAssessments: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  // The patient has no alert that staff could acknowledge.
  acknowledgeAlert: { expect: ofNobodyAtTheDesk, entry: 'waiting', parts: onEntry },
  listConsents: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  saveConsent: {
    // The other patient has never been at the hospital and gets not_found.
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'waiting',
    parts: (_scene, { hospitalId }) => ({
      id: hospitalId,
      body: { purpose: 'messages', isGiven: true },
    }),
  },
  getSharedProfile: {
    expect: [401, 403, 403, 403, 200, 200, 200, 404],
    entry: 'waiting',
    parts: ({ patient: { userId } }) => ({ id: userId }),
  },
  requestErasure: {
    expect: [401, 202, 202, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: () => ({}),
  },
  getNotificationSettings: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  saveNotificationSettings: {
    expect: ofPatients,
    entry: 'none',
    parts: () => ({ body: givenNotificationSettings() }),
  },
  addPushDevice: {
    expect: ofPatients,
    entry: 'none',
    parts: () => ({ body: givenSubscription() }),
  },
  removePushDevice: {
    expect: ofPatients,
    entry: 'none',
    parts: () => ({ body: { endpoint: givenSubscription().endpoint } }),
  },
  listColleagues: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  addDoctor: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({
      body: {
        name: 'Dr. Meera Iyer',
        email: `${randomUUID()}@example.org`,
        phone: '+919876543210',
        specialty: 'Neurology',
        department: 'Neurology',
      },
    }),
  },
  setDoctorStatus: {
    expect: [401, 403, 403, 403, 200, 403, 200, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId, body: { status: 'available' } }),
  },
  setDoctorRoom: {
    expect: [401, 403, 403, 200, 200, 403, 200, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId, body: { room: 'Room 4' } }),
  },
  editDoctor: {
    expect: [401, 403, 403, 403, 403, 403, 200, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({
      id: doctorId,
      body: givenDoctorEdit(`${randomUUID()}@example.org`),
    }),
  },
  listFormerColleagues: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  deactivateDoctor: {
    // The doctor has a waiting patient, so callers with the right to deactivate the doctor get 409.
    expect: [401, 403, 403, 403, 403, 403, 409, 404],
    entry: 'waiting',
    parts: ({ doctorId }) => ({ id: doctorId, body: {} }),
  },
  reactivateDoctor: {
    expect: [401, 403, 403, 403, 403, 403, 200, 404],
    entry: 'none',
    parts: ofDoctor,
  },
  renameDepartment: {
    // The department to rename does not exist, so administrators get 404.
    expect: [401, 403, 403, 403, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ body: { from: 'Alchemy', to: 'Chemistry' } }),
  },
  getDoctorProfile: { expect: anyone, entry: 'none', parts: ofDoctor },
  setDoctorPhoto: {
    expect: whoPlans,
    entry: 'none',
    parts: ({ doctorId }) => ({
      id: doctorId,
      headers: { 'content-type': 'image/png' },
      body: pngOf(2, 2),
    }),
  },
  removeDoctorPhoto: {
    expect: whoPlans,
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId }),
  },
  getPhoto: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  saveDoctorProfile: {
    expect: ofDoctors,
    entry: 'none',
    parts: () => ({ body: givenDoctorProfile() }),
  },
  getDoctorSettings: { expect: ofDoctors, entry: 'none', parts: () => ({}) },
  saveDoctorSettings: {
    expect: ofDoctors,
    entry: 'none',
    parts: () => ({ body: givenSettings() }),
  },
  getSchedule: { expect: anyone, entry: 'none', parts: ofDoctor },
  getDoctorHours: { expect: anyone, entry: 'none', parts: ofDoctor },
  saveSchedule: {
    expect: whoPlans,
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId, body: { week: givenWeek() } }),
  },
  getTimetable: { expect: staffOfTheHospital, entry: 'none', parts: ofDoctor },
  getTimetableMonth: { expect: staffOfTheHospital, entry: 'none', parts: ofDoctor },
  // The timetable is saved without sessions, so that later calls can still book the doctor.
  saveTimetable: {
    expect: whoPlans,
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId, body: { sessions: [] } }),
  },
  previewTimetable: {
    expect: whoPlans,
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId, body: { sessions: [givenSession()] } }),
  },
  addDayOff: {
    // The call names a past day, so callers with the right get 400.
    expect: [401, 403, 403, 403, 400, 403, 400, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({
      id: doctorId,
      body: { firstDay: '2020-01-06', lastDay: '2020-01-06' },
    }),
  },
  // The call uses the id of no existing day off.
  removeDayOff: {
    expect: [401, 403, 403, 403, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  requestPlace: {
    expect: [401, 201, 201, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: ({ doctorId }) => ({ body: { doctorId } }),
  },
  updateEntry: {
    expect: whoConsults,
    entry: 'in_progress',
    parts: ({ entryId }) => ({ id: entryId, body: { status: 'completed' } }),
  },
  getPatientQueue: {
    // The other hospital's administrator gets 200 but learns nothing, as with an unknown patient.
    expect: [401, 200, 404, 200, 200, 200, 200, 200],
    entry: 'waiting',
    parts: ({ patient }) => ({ id: patient.userId }),
  },
  getEntry: {
    expect: [401, 200, 404, 200, 200, 200, 200, 404],
    entry: 'waiting',
    parts: onEntry,
  },
  listPending: { expect: staffOfTheHospital, entry: 'none', parts: ofHospital },
  listWaiting: { expect: staffOfTheHospital, entry: 'none', parts: ofHospital },
  transferLine: {
    expect: staffOfTheHospital,
    entry: 'pending_approval',
    parts: ({ doctorId }, town) => ({ id: doctorId, body: { doctorId: town.colleagueId } }),
  },
  getDayEnd: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  setKeptTimesPage: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: { isShown: false } }),
  },
  setDayEnd: { expect: ofAdmins, entry: 'none', parts: () => ({ body: { endsAt: null } }) },
  closeDay: {
    expect: [401, 403, 403, 200, 403, 403, 200, 200],
    entry: 'none',
    // No request is older than this date, so the call closes no request. `makePending` makes the
    // doctors Available again.
    parts: () => ({ body: { asOf: '2020-01-01T00:00:00.000Z' } }),
  },
  undoCloseDay: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    // The call uses a random id, so no closed day with this id exists.
    parts: () => ({ body: { closingId: randomUUID() } }),
  },
  listInside: { expect: staffOfTheHospital, entry: 'none', parts: ofHospital },
  listVisitsOfDay: {
    expect: staffOfTheHospital,
    entry: 'none',
    parts: (scene, town) => ({ ...ofHospital(scene, town), body: {} }),
  },
  getDayCounts: { expect: staffOfTheHospital, entry: 'none', parts: ofHospital },
  getCurrentEntry: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'waiting',
    parts: () => ({}),
  },
  listOpenVisits: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  listOpenEntries: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  listHistory: {
    expect: [401, 200, 200, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: () => ({}),
  },
  getMoveEffect: {
    expect: staffOfTheHospital,
    entry: 'between',
    parts: ({ entryId }) => ({ id: entryId, query: { position: 1 } }),
  },
  getDelays: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'between',
    parts: ({ entryId }) => ({ id: entryId }),
  },
  rateVisit: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'completed',
    parts: ({ entryId }) => ({ id: entryId, body: { stars: 4 } }),
  },
  getFollowUp: { expect: staffOfTheHospital, entry: 'in_progress', parts: onEntry },
  setFollowUp: {
    expect: whoConsults,
    entry: 'in_progress',
    parts: (scene) => ({ ...onEntry(scene), body: { count: 4, unit: 'weeks' } }),
  },
  takeBackFollowUp: { expect: whoConsults, entry: 'in_progress', parts: onEntry },
  listOwnFollowUps: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  getFollowUpCalendar: { expect: ofNoPatient, entry: 'completed', parts: onEntry },
  listOwnRatings: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  listReceivedRatings: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  getAnalytics: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  exportAnalytics: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  replayDay: { expect: ofAdmins, entry: 'none', parts: () => ({ query: { day: '2020-01-06' } }) },
  listAudit: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  exportAudit: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  getAuditCheck: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  startAuditCheck: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  getDoctorSlots: { expect: anyone, entry: 'none', parts: ({ doctorId }) => ({ id: doctorId }) },
  listNextSlots: { expect: anyone, entry: 'none', parts: ofHospital },
  bookAppointment: {
    // The call books a time on a past day, so callers with the right get 409, because the time is
    // not offered.
    expect: [401, 409, 409, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: ({ doctorId }) => ({ body: { doctorId, date: '2020-01-06', time: '09:00' } }),
  },
  listAppointments: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  // The call uses a random id, so the appointment does not exist.
  rescheduleAppointment: {
    expect: ofNoPatient,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { date: '2020-01-06', time: '09:00' } }),
  },
  cancelAppointment: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  checkIn: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  takeBackCheckIn: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  wishEarlier: {
    expect: [401, 201, 201, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: ({ doctorId }) => ({ body: { for: { kind: 'doctor', doctorId }, terms: givenWish } }),
  },
  endEarlierWish: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  listOwnEarlier: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  getOwnReminders: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  saveOwnReminders: {
    expect: ofPatients,
    entry: 'none',
    parts: () => ({ body: { times: ['day'] } }),
  },
  acceptOffer: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  declineOffer: { expect: ofNoPatient, entry: 'none', parts: () => ({ id: randomUUID() }) },
  readOfferLink: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ body: { secret: 'x'.repeat(43) } }),
  },
  acceptOfferLink: { expect: ofUnknownLink, entry: 'none', parts: withUnknownLink },
  declineOfferLink: { expect: ofUnknownLink, entry: 'none', parts: withUnknownLink },
  readBookingLink: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ body: { secret: 'x'.repeat(43) } }),
  },
  confirmBookingLink: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ body: { secret: 'x'.repeat(43) } }),
  },
  cancelBookingLink: { expect: ofUnknownLink, entry: 'none', parts: withUnknownLink },
  moveBookingLink: {
    expect: ofUnknownLink,
    entry: 'none',
    parts: () => ({
      body: { ...withUnknownLink().body, date: '2020-01-06', time: '09:00' },
    }),
  },
  wishEarlierForPatient: {
    expect: [401, 403, 403, 201, 201, 201, 201, 404],
    entry: 'waiting',
    parts: ({ doctorId, patient }) => ({
      body: {
        for: { kind: 'doctor', doctorId, patientId: patient.userId },
        terms: givenWish,
        urgency: 'soon',
      },
    }),
  },
  endEarlierWishForPatient: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  getHospitalEarlier: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  releaseHeld: { expect: ofNobodyAtTheDesk, entry: 'none', parts: () => ({ id: randomUUID() }) },
  addWalkIn: {
    expect: [401, 403, 403, 201, 201, 201, 201, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({ body: { doctorId, name: 'Kamla Devi', urgency: 'high' } }),
  },
  makeTicket: {
    expect: [401, 201, 404, 201, 201, 201, 201, 404],
    entry: 'waiting',
    parts: onEntry,
  },
  listSharedLinks: {
    expect: [401, 200, 404, 200, 200, 200, 200, 404],
    entry: 'waiting',
    parts: onEntry,
  },
  sharePlace: {
    expect: [401, 201, 404, 201, 201, 201, 201, 404],
    entry: 'waiting',
    parts: onEntry,
  },
  stopSharing: {
    expect: [401, 404, 404, 404, 404, 404, 404, 404],
    entry: 'waiting',
    parts: () => ({ id: randomUUID() }),
  },
  listCalendarFeeds: {
    expect: [401, 200, 200, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  makeCalendarFeed: {
    expect: [401, 404, 404, 201, 201, 201, 201, 201],
    entry: 'none',
    parts: () => ({ body: { content: 'hospital' } }),
  },
  endCalendarFeed: {
    expect: [401, 404, 404, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ query: { content: 'hospital' } }),
  },
  setCalendarNames: {
    expect: ofAdmins,
    entry: 'none',
    parts: () => ({ body: { namesPatients: false } }),
  },
  checkInAtDoor: {
    // The code of the hospital's door is wrong, so callers with the right get 409.
    expect: [401, 409, 409, 403, 403, 403, 403, 403],
    entry: 'none',
    parts: (_scene, { hospitalId }) => ({ id: hospitalId, body: { code: 'x'.repeat(32) } }),
  },
  // The key in the kiosk's link is unknown, so every caller gets 404.
  openKiosk: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'none',
    parts: () => ({ body: { key: 'x'.repeat(32) } }),
  },
  checkInAtKiosk: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'waiting',
    parts: () => ({ body: { key: 'x'.repeat(32), answer: 'A-001' } }),
  },
  openKioskQuestions: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'waiting',
    parts: () => ({ body: { key: 'x'.repeat(32), right: 'y'.repeat(32) } }),
  },
  answerAtKiosk: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'waiting',
    parts: () => ({
      body: { key: 'x'.repeat(32), right: 'y'.repeat(32), ...givenAnswers() },
    }),
  },
  leaveKioskQuestions: {
    expect: [404, 404, 404, 404, 404, 404, 404, 404],
    entry: 'waiting',
    parts: () => ({ body: { key: 'x'.repeat(32), right: 'y'.repeat(32) } }),
  },
  listScreens: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  makeScreen: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({ body: { kind: 'display', name: 'Ground floor' } }),
  },
  editScreen: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { name: 'Ground floor', doctorIds: [] } }),
  },
  revokeScreen: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  renewScreenLink: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  renewDoorCode: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  listApiKeys: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  makeApiKey: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({ body: { name: 'HIS bridge', scopes: ['queue:read'] } }),
  },
  getAbdm: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  saveAbdm: { expect: ofAdmins, entry: 'none', parts: () => ({ body: { hipId: null } }) },
  addAbdmCounter: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ body: { lineId: randomUUID() } }),
  },
  removeAbdmCounter: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  getAbdmPart: {
    expect: [401, 403, 403, 200, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  listAbdmShares: {
    expect: [401, 403, 403, 200, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  dismissAbdmShare: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  listWebhooks: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  makeWebhook: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({ body: { url: 'https://his.invalid/baari' } }),
  },
  changeWebhook: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { isPaused: true } }),
  },
  removeWebhook: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  revealWebhookSecret: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  rotateWebhookSecret: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  testWebhook: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  listWebhookAttempts: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  resendEvent: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { event: 'evt_a_1' } }),
  },
  resendSince: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { since: '2026-12-01T06:00:00Z' } }),
  },
  listEvents: { expect: ofAdmins, entry: 'none', parts: () => ({}) },
  revokeApiKey: { expect: ofNobodys, entry: 'none', parts: () => ({ id: randomUUID() }) },
  setKeyClient: {
    expect: ofNobodys,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { publicKeys: '' } }),
  },
  listLines: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'in line',
    parts: () => ({}),
  },
  addLines: {
    expect: [401, 403, 403, 403, 403, 403, 201, 201],
    entry: 'none',
    parts: () => ({ body: { lines: [{ name: randomUUID(), kind: 'vitals' }] } }),
  },
  editLine: {
    expect: ofAdminOfLine,
    entry: 'in line',
    parts: ({ lineId }) => ({ id: lineId, body: givenLine }),
  },
  setLineOpen: {
    expect: ofDeskOfLine,
    entry: 'in line',
    parts: ({ lineId }) => ({ id: lineId, body: { isOpen: false } }),
  },
  getLineLimits: {
    expect: [401, 403, 403, 200, 200, 200, 200, 404],
    entry: 'in line',
    parts: ({ lineId }) => ({ id: lineId }),
  },
  setLineLimits: {
    expect: ofAdminOfLine,
    entry: 'in line',
    parts: ({ lineId }) => ({
      id: lineId,
      body: { requestsADay: 40, lastRequestAt: '23:59', waitingAtOnce: null },
    }),
  },
  removeLine: {
    expect: [401, 403, 403, 403, 403, 403, 200, 404],
    entry: 'beside a line',
    parts: ({ lineId }) => ({ id: lineId }),
  },
  addPoint: {
    expect: [401, 403, 403, 403, 403, 403, 201, 404],
    entry: 'in line',
    parts: ({ lineId }) => ({ id: lineId, body: { name: 'Counter 2' } }),
  },
  renamePoint: {
    expect: ofAdminOfLine,
    entry: 'in line',
    parts: ({ pointId }) => ({ id: pointId, body: { name: 'Window' } }),
  },
  setPointStaff: {
    expect: ofAdminOfLine,
    entry: 'in line',
    parts: ({ pointId }, { receptionist }) => ({
      id: pointId,
      body: { staffIds: [receptionist.userId], seen: { staffIds: [] } },
    }),
  },
  removePoint: { expect: ofAdminOfLine, entry: 'in line', parts: onPoint },
  getCounter: { expect: ofDeskOfLine, entry: 'at a counter', parts: onPoint },
  setPointState: {
    expect: ofDeskOfLine,
    entry: 'in line',
    parts: ({ pointId }) => ({ id: pointId, body: { state: 'paused' } }),
  },
  callNext: { expect: ofDeskOfLine, entry: 'in line', parts: onPoint },
  callAgain: { expect: ofDeskOfLine, entry: 'at a counter', parts: onPoint },
  finishAtPoint: {
    expect: ofDeskOfLine,
    entry: 'at a counter',
    parts: ({ pointId }) => ({ id: pointId, body: { as: 'completed' } }),
  },
  getJourney: { expect: ofRight.everyone, entry: 'sent on', parts: onEntry },
  getOwnVisit: {
    expect: [401, 200, 404, 403, 403, 403, 403, 403],
    entry: 'sent on',
    parts: onEntry,
  },
  listNextStops: { expect: staffOfTheHospital, entry: 'sent on', parts: onEntry },
  sendOn: {
    expect: whoSendsOn,
    entry: 'beside a line',
    parts: ({ entryId, lineId }) => ({ id: entryId, body: { lineId } }),
  },
  undoSendOn: { expect: whoSendsOn, entry: 'sent on', parts: onEntry },
  // The patient was forwarded and waits in the shared line. The patient's first doctor has no right
  // in that line.
  planStops: {
    expect: ofDeskOfLine,
    entry: 'sent on',
    parts: ({ entryId, doctorId }) => ({ id: entryId, body: { lineIds: [doctorId] } }),
  },
  listOutsideHours: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  countRebooking: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  planRebooking: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ body: { doctors: 'same_doctor' } }),
  },
  // The call uses a random id, so the appointment does not exist.
  rebook: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: ({ doctorId }) => {
      const seen = { doctorId, date: '2020-01-06', time: '09:00' };
      return { body: { bookings: [{ id: randomUUID(), seen, to: null }] } };
    },
  },
  listHospitalAppointments: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  findKnownPatients: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ body: { search: 'Asha' } }),
  },
  findAlike: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ body: { name: 'Asha' } }),
  },
  // The call uses random ids, so neither of the two patient records exists.
  previewMerge: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { goneId: randomUUID() } }),
  },
  mergePatients: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { goneId: randomUUID() } }),
  },
  undoMerge: {
    expect: [401, 403, 403, 404, 403, 403, 404, 404],
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  listMerges: {
    expect: [401, 403, 403, 200, 403, 403, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  addFamily: {
    expect: [401, 403, 403, 200, 200, 200, 200, 404],
    entry: 'none',
    parts: ({ doctorId }) => ({
      body: {
        people: [
          { name: 'Kamla Devi', doctorId },
          { name: 'Radha Devi', doctorId },
        ],
      },
    }),
  },
  putInLine: {
    expect: [401, 403, 403, 201, 201, 201, 201, 404],
    entry: 'completed',
    parts: ({ patient, doctorId }) => ({ id: patient.userId, body: { doctorId } }),
  },
  bookForPatient: {
    // The call books a time on a past day, so callers with the right get 409, because the time is
    // not offered.
    expect: [401, 403, 403, 409, 409, 409, 409, 404],
    entry: 'waiting',
    parts: ({ doctorId, patient }) => ({
      body: {
        doctorId,
        date: '2020-01-06',
        time: '09:00',
        patient: { kind: 'known', id: patient.userId },
      },
    }),
  },
  // The call uses a random id, so the appointment does not exist.
  moveForPatient: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { date: '2020-01-06', time: '09:00' } }),
  },
  cancelForPatient: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: () => ({ id: randomUUID(), body: { reason: 'The doctor is ill.' } }),
  },
  confirmForPatient: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  checkInForPatient: {
    expect: ofNobodyAtTheDesk,
    entry: 'none',
    parts: () => ({ id: randomUUID() }),
  },
  createReport: {
    // A doctor can write a report only in their own name. Both doctors and the administrator get
    // 201.
    expect: [401, 403, 403, 201, 201, 403, 201, 404],
    entry: 'waiting',
    parts: ({ patient: { userId }, doctorId }) => ({ body: givenReport(userId, doctorId) }),
  },
  uploadReportFile: {
    expect: [401, 403, 403, 200, 200, 403, 200, 404],
    entry: 'reported',
    parts: ({ reportId }) => ({
      id: reportId,
      headers: { 'content-type': 'application/pdf' },
      body: smallPdf,
    }),
  },
  listHospitalReports: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({}),
  },
  findReportPatients: {
    expect: [401, 403, 403, 200, 200, 200, 200, 200],
    entry: 'none',
    parts: () => ({ body: {} }),
  },
  listOwnReports: { expect: ofPatients, entry: 'none', parts: () => ({}) },
  getReport: { expect: readersOfReport, entry: 'reported', parts: onReport },
  downloadReportFile: { expect: readersOfReport, entry: 'filed', parts: onReport },
  printReport: { expect: readersOfReport, entry: 'reported', parts: onReport },
  listPatientVisits: {
    // Another hospital's administrator gets 404 and learns nothing about this patient.
    expect: [401, 403, 403, 200, 200, 200, 200, 404],
    entry: 'completed',
    parts: ({ patient }) => ({ id: patient.userId }),
  },
  getDoctorQueue: {
    expect: staffOfTheHospital,
    entry: 'none',
    parts: ({ doctorId }) => ({ id: doctorId }),
  },
};

let app: TestApp;
let town: Town;
let patient: TestPerson;
let other: TestPerson;
let inFront: TestPerson;
let behind: TestPerson;
/** An API key of the town's hospital with every scope, and one for each single scope. */
let wholeKey: { readonly token: string };
let keyOfScope: ReadonlyMap<Scope, { readonly token: string }>;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  [patient, other, inFront, behind] = await Promise.all([
    makePerson(app),
    makePerson(app),
    makePerson(app),
    makePerson(app),
  ]);
  const makeKey = async (scopesGiven: readonly Scope[]) => {
    const body = { name: 'HIS bridge', scopes: scopesGiven };
    return { token: (await get(app, town.admin, 'makeApiKey', { body })).key };
  };
  wholeKey = await makeKey(scopes);
  keyOfScope = new Map(
    await Promise.all(scopes.map(async (scope) => [scope, await makeKey([scope])] as const)),
  );
  await get(app, town.admin, 'setReportReaders', { body: everybodyReads });
  await get(app, town.admin, 'setVitalSettings', { body: givenVitalSettings });
});
after(() => app.close());

/** Brings the patient's queue entry to the needed state, by real API calls. */
async function makeScene(entry: EntryStatus): Promise<Scene> {
  const { doctorId } = town;
  await app.owner.query('delete from queue_entry');
  await app.db.pool.query('delete from patient where relation is not null');
  const reportId = randomUUID();
  const childId = randomUUID();
  const line = { lineId: randomUUID(), pointId: randomUUID() };
  const nothing = { patient, entryId: randomUUID(), doctorId, reportId, childId, ...line };
  if (entry === 'none') return nothing;
  const isOfLine = lineScenes.has(entry);
  const scene = isOfLine ? { ...nothing, ...(await makeLineScene()) } : nothing;
  if (entry === 'in line' || entry === 'at a counter') {
    await addTo(app, town.receptionist, scene.lineId);
    if (entry === 'at a counter') await get(app, town.admin, 'callNext', { id: scene.pointId });
    return scene;
  }
  if (entry === 'child') {
    const { person } = await get(app, patient, 'addPerson', { body: givenPerson() });
    return { ...nothing, childId: person.id };
  }
  if (entry === 'between') await makeWaiting(inFront);
  const entryId = await makePending(patient);
  if (entry !== 'pending_approval') await get(app, town.admin, 'approveRequest', { id: entryId });
  if (entry === 'between') await makeWaiting(behind);
  if (entry === 'held') await get(app, town.admin, 'holdEntry', { id: entryId });
  // The patient makes the check-in, because only the patient may undo a check-in that the patient
  // made.
  if (entry === 'here') await get(app, patient, 'checkInEntry', { id: entryId });
  if (entry === 'reported' || entry === 'filed') {
    return { ...nothing, entryId, reportId: await makeReport(entry === 'filed') };
  }
  const isInside = entry === 'in_progress' || entry === 'long inside';
  if (isInside || entry === 'completed' || isOfLine) {
    await get(app, town.admin, 'startConsultation', { id: entryId });
  }
  if (entry === 'long inside') {
    await app.db.run(sql`
      update queue_entry set started_at = started_at - interval '1 hour' where id = ${entryId}`);
  }
  if (entry === 'completed') {
    await get(app, town.admin, 'completeConsultation', { id: entryId, body: {} });
  }
  if (entry !== 'sent on') return { ...scene, entryId };
  const body = { lineId: scene.lineId };
  const { queue } = await get(app, town.admin, 'sendOn', { id: entryId, body });
  return { ...scene, entryId: queue.id };
}

const lineScenes: ReadonlySet<EntryStatus> = new Set([
  'in line',
  'at a counter',
  'beside a line',
  'sent on',
]);

/** Makes a shared line with an open counter, after deleting the shared lines of other scenes. */
async function makeLineScene(): Promise<Pick<Scene, 'lineId' | 'pointId'>> {
  await clearLines(app);
  const { id, points } = await makeLine(app, town.admin, { name: 'Laboratory' });
  const [point] = points;
  assert.ok(point !== undefined);
  return { lineId: id, pointId: point.id };
}

async function makeReport(hasFile: boolean): Promise<string> {
  const body = givenReport(patient.userId, town.doctorId);
  const { report } = await get(app, town.admin, 'createReport', { body });
  if (hasFile) {
    await get(app, town.admin, 'uploadReportFile', {
      id: report.id,
      headers: { 'content-type': 'application/pdf' },
      body: smallPdf,
    });
  }
  return report.id;
}

async function makePending(person: TestPerson): Promise<string> {
  // An earlier test call closed the day, which set the doctors Offline.
  await app.db.run(sql`
    update doctor set status = 'Available' where hospital_id = ${town.hospitalId}`);
  const body = { doctorId: town.doctorId, symptoms: 'cough' };
  const { queue } = await get(app, person, 'requestPlace', { body });
  return queue.id;
}

async function makeWaiting(person: TestPerson): Promise<void> {
  await get(app, town.admin, 'approveRequest', { id: await makePending(person) });
}

function personOf(name: CallerName): TestPerson | undefined {
  switch (name) {
    case 'nobody':
      return undefined;
    case 'the patient concerned':
      return patient;
    case 'another patient':
      return other;
    case 'receptionist':
      return town.receptionist;
    case "the queue's doctor":
      return town.doctor;
    case "another queue's doctor":
      return town.colleague;
    case 'hospital_admin':
      return town.admin;
    case "another hospital's hospital_admin":
      return town.otherAdmin;
  }
}

const names = Object.keys(endpoints) as EndpointName[];

for (const name of names) {
  test(`${name} accepts exactly the roles that it should [ROLE-1…7, SEC-12, ${endpoints[name].rows.join(', ')}]`, async () => {
    // Types are not checked when tests run, so an endpoint that is missing in `matrix` must also
    // fail here.
    const row: Case | undefined = matrix[name];
    assert.ok(row !== undefined, `${name} has no row`);
    const { expect, entry, parts } = row;
    // Renews every identity proof, because calling all endpoints takes longer than the five minutes
    // for which a proof is valid.
    await app.db.pool.query('update identity.session set proved_at = now()');
    const answered: Record<string, number> = {};
    const expected: Record<string, number> = {};
    let unchanged: Scene | undefined;
    for (const [index, callerName] of callers.entries()) {
      const scene = unchanged ?? (await makeScene(entry));
      const given = parts(scene, town);
      const caller = personOf(callerName);
      const last = await lastRow();
      const answer = await call(app, caller, name, given);
      await assertOnRecord(name, caller, given, answer, last);
      answered[callerName] = answer.status;
      expected[callerName] = expect[index] ?? 0;
      // The header is checked for every caller and every outcome [SEC-12].
      assert.equal(answer.headers.get('cache-control'), 'no-store', callerName);
      if (answer.status < 300) readReply(name, answer);
      // A refused call changes nothing, so the next caller can use the same scene.
      unchanged = answer.status < 300 ? undefined : scene;
      // The caller works for the real hospital in the next call.
      if (name === 'practise' && answer.status === 200) await call(app, caller, 'endPractice');
      // The patient who created a hospital is staff from then on, so another patient is needed.
      if (name === 'createHospital' && answer.status === 201) patient = await makePerson(app);
    }
    assert.deepEqual(answered, expected);
  });

  test(`${name} accepts an API key exactly as the contract says: by its scope, at /api/v1 and nowhere else [API-28, SEC-18]`, async () => {
    const { key: scope, access, status = 200 }: Endpoint = endpoints[name];
    const { entry, parts } = matrix[name];
    const asPerson = await call(app, wholeKey, name, parts(await makeScene('none'), town));
    if (access !== 'public') assertRefused(asPerson, 'not_authenticated');
    if (scope === undefined) {
      const answer = await callByKey(wholeKey, name, parts(await makeScene('none'), town));
      // The path may be mounted for another method.
      assert.ok([404, 405].includes(answer.status), `mounted for keys: ${answer.text}`);
      return;
    }
    const scene = await makeScene(entry);
    for (const [other, key] of keyOfScope) {
      if (other === scope) continue;
      const answer = await callByKey(key, name, parts(scene, town));
      assertRefused(answer, 'not_in_scope', `with ${other}`);
      assert.equal(problem.parse(answer.body).details, scope);
    }
    const admitted = await callByKey(keyOfScope.get(scope), name, parts(scene, town));
    // A key may do what an administrator of its hospital may do. Some calls of the matrix are
    // refused for another reason than rights.
    assert.equal(admitted.status, matrix[name].expect[6], admitted.text);
    if (admitted.status === status) {
      assert.ok(isKeyed(name));
      answerForKey(name, [scope]).parse(admitted.body);
    }
  });
}

function callByKey(
  key: { readonly token: string } | undefined,
  name: EndpointName,
  parts: CallParts,
): Promise<TestAnswer> {
  return call(app, key, name, { ...parts, isByKey: true });
}

/** Endpoints that admitted some staff and for which the audit row was found. */
const seenOnRecord = new Set<EndpointName>();

async function lastRow(): Promise<number> {
  const row = await app.db.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit`);
  return row.id;
}

/**
 * Checks that each read, change or attempt by staff has its audit row, or a reason why it has none
 * [SEC-13].
 */
async function assertOnRecord(
  name: EndpointName,
  caller: TestPerson | undefined,
  { body }: CallParts,
  answer: TestAnswer,
  last: number,
): Promise<void> {
  const rows = await app.db.many<{ action: string; outcome: string; user_id: string }>(sql`
    select action, outcome, user_id from audit where id > ${last} order by id`);
  const isStaff = Object.values(town).includes(caller ?? '');
  if (!isStaff || endpoints[name].access === 'public') return;
  const isLetIn = answer.status < 300;
  const outcome = isLetIn ? 'ok' : problem.parse(answer.body).code;
  const action = auditActionOf(name, body) ?? (isLetIn ? undefined : 'make another call');
  const isUnrecorded = action === undefined || outcome === 'invalid_request';
  // Some calls are audited only if their response shows a patient. In this test, the responses of
  // these calls show none.
  const isNobodyShown = isLetIn && isRecordedWithPatients(name);
  assert.deepEqual(
    rows,
    isUnrecorded || isNobodyShown ? [] : [{ action, outcome, user_id: caller?.userId }],
    `${name}: what is on record`,
  );
  if (isLetIn && !isNobodyShown) seenOnRecord.add(name);
}

test('every API call that staff may make is recorded in the audit trail, and each such call is tested [SEC-13]', () => {
  const recorded = names.filter((name) => auditActionOf(name, undefined) !== undefined);
  assert.deepEqual(
    recorded.filter((name) => !seenOnRecord.has(name)).toSorted(),
    Object.keys(trailScenes).toSorted(),
  );
});

test('a request with another hospital’s id gets exactly the same answer as one with an id that does not exist [ROLE-7, SEC-1]', async () => {
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.params === undefined || endpoint.access === 'public') continue;
    const { entry, parts } = matrix[name];
    const scene = await makeScene(entry);
    const theirs = parts(scene, town);
    const real = await call(app, town.otherAdmin, name, theirs);
    const random = await call(app, town.otherAdmin, name, { ...theirs, id: randomUUID() });
    assert.equal(real.text, random.text, name);
    assert.equal(real.status, random.status, name);
    const malformed = await call(app, town.otherAdmin, name, { ...theirs, id: 'no-id' });
    if (real.status === 404) assert.equal(malformed.text, real.text, name);
  }
});

test('an administrator of two hospitals can use ids of the second hospital only after switching to that hospital [ROLE-9, ROLE-7, SEC-1]', async () => {
  const works = { as: 'hospital_admin', hospitalId: town.otherHospitalId } as const;
  const both = await makePerson(app, { works });
  await alsoWorks(app, both, { as: 'hospital_admin', hospitalId: town.hospitalId });
  for (const name of names) {
    const { expect, entry, parts } = matrix[name];
    // Only endpoints whose object belongs to one hospital are tested here: they answer 404 to
    // another hospital's administrator.
    if (expect[7] !== 404) continue;
    await app.db.pool.query('update identity.session set proved_at = now()');
    for (const [hospitalId, expected] of [
      [town.otherHospitalId, expect[7]],
      [town.hospitalId, expect[6]],
    ] as const) {
      await get(app, both, 'actForHospital', { body: { hospitalId } });
      const answer = await call(app, both, name, parts(await makeScene(entry), town));
      const as = hospitalId === town.hospitalId ? 'this hospital' : 'the other one';
      assert.equal(answer.status, expected, `${name} as of ${as}: ${answer.text.slice(0, 200)}`);
    }
  }
});

test('a request with another patient’s id gets the same answer as one with an id that does not exist [ROLE-1, SEC-2]', async () => {
  const reads = ['getReport', 'downloadReportFile', 'printReport'] as const;
  const people = ['savePerson', 'removePerson'] as const;
  for (const name of ['getEntry', 'leaveQueue', 'getPatientQueue', ...people, ...reads] as const) {
    const { entry } = matrix[name];
    const scene = await makeScene(entry === 'pending_approval' ? 'waiting' : entry);
    const theirs = matrix[name].parts(scene, town);
    const real = await call(app, other, name, theirs);
    const random = await call(app, other, name, { ...theirs, id: randomUUID() });
    assert.equal(real.status, 404, name);
    assert.equal(real.text, random.text, name);
  }
});

test('a patient never reads the staff’s notes, and staff do [SEC-5]', async () => {
  const { entryId } = await makeScene('waiting');
  await call(app, town.doctor, 'noteEntry', { id: entryId, body: { notes: 'suspected fraud' } });
  const body = { urgency: 'low', reason: 'suspected fraud' } as const;
  await call(app, town.doctor, 'judgeUrgency', { id: entryId, body });
  const own = await call(app, patient, 'getEntry', { id: entryId });
  assert.equal(readReply('getEntry', own).queue.notes, null);
  const current = await call(app, patient, 'getCurrentEntry');
  assert.ok(!current.text.includes('suspected fraud'));
  const left = await call(app, patient, 'leaveQueue', { id: entryId });
  assert.ok(!left.text.includes('suspected fraud'));
  const history = await call(app, patient, 'listHistory');
  assert.ok(history.text.includes(entryId) && !history.text.includes('suspected fraud'));
  const staff = await call(app, town.receptionist, 'getEntry', { id: entryId });
  assert.equal(readReply('getEntry', staff).queue.notes, 'suspected fraud');
});

test('a revoked role or an ended session takes effect at the very next request [SEC-6]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const person = await makePerson(app, {
    works: { as: 'doctor', hospitalId: town.hospitalId, doctorId },
  });
  assert.equal((await call(app, person, 'getOwnHospital')).status, 200);
  await app.db.pool.query('delete from membership where user_id = $1', [person.userId]);
  assert.equal((await call(app, person, 'getOwnHospital')).status, 403);
  await app.send({
    method: 'POST',
    url: '/api/identity/sign-out',
    token: person.session,
    body: {},
  });
  assert.equal((await call(app, person, 'getCurrentUser')).status, 401);
});

/** Routes of the server that are not in the contract. */
const besides = new Set([
  'GET /api/health',
  'GET /api/ready',
  'GET /api/docs',
  'GET /api/docs.css',
  'GET /api/openapi.json',
  'GET /api/v1/openapi.json',
  'GET /api/v1/events/schema/2026-12-01',
  `GET /api${streamPath}`,
  `GET /api${boardStreamPath}`,
  'GET /api/identity/verify-email',
  'GET /api/identity/callback/google',
  ...Object.values(identityCalls).map(({ method, path }) => `${method} /api/identity${path}`),
]);

test('the server answers only at web addresses that the API contract or the list in this test names [API-1…27]', () => {
  const known = new Set([
    ...besides,
    ...names.map((name) => `${endpoints[name].method} /api${endpoints[name].path}`),
    ...keyedNames.map((name) => `${endpoints[name].method} /api/v1${endpoints[name].path}`),
  ]);
  const mounted = mountedRoutes().filter((route) => route.includes(' /api'));
  assert.deepEqual(
    mounted.filter((route) => !known.has(route)),
    [],
    'mounted but unknown',
  );
  const all = new Set(mounted);
  assert.deepEqual(
    [...known].filter((route) => !all.has(route)),
    [],
    'known but not mounted',
  );
});

/** "METHOD /path" of every route, without the HEAD routes that the server adds to each GET. */
function mountedRoutes(): string[] {
  const routes: string[] = [];
  const stack: string[] = [];
  for (const line of app.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(?<indent>[ │]*)[├└]── (?<path>.*?) \((?<methods>[A-Z, ]+)\)$/u.exec(line);
    const bare = /^(?<indent>[ │]*)[├└]── (?<path>.*)$/u.exec(line);
    const groups = match?.groups ?? bare?.groups;
    if (groups === undefined) continue;
    const level = (groups['indent'] ?? '').length / 4;
    stack.length = level;
    stack.push(groups['path'] ?? '');
    for (const method of groups['methods']?.split(', ') ?? []) {
      if (method !== 'HEAD' && method !== 'OPTIONS') routes.push(`${method} ${stack.join('')}`);
    }
  }
  return routes;
}
