/**
 * The audit trail's action for each endpoint that staff may call. An endpoint without an audit
 * action does not compile. A refused API call is recorded under the same action as a successful one
 * [SEC-13].
 */
import type { AuditAction } from './account/audit.ts';
import { finishAtPoint, type PointOutcome } from './lines/counter.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { keyed } from './keyed.ts';
import { actionOfStatus, auditedAs, queueActions } from './queue/queue-actions.ts';
import { type actionCalls, calledNames, updateEntry } from './queue/queue.ts';

/**
 * Marks an endpoint whose calls are not recorded, and says why. A refused call is recorded as `make
 * another call`.
 */
export interface Unrecorded {
  readonly why: string;
}

const forEverybody: Unrecorded = {
  why: 'Everybody gets the same answer; the server does not check who calls.',
};
const forPatients: Unrecorded = { why: 'Only patients may call it.' };
const ofOneself: Unrecorded = { why: 'It shows callers only their own data.' };
const notForStaff: Unrecorded = { why: 'The server refuses this call to the staff of hospitals.' };
const aside: Unrecorded = {
  why: 'An application to work at a hospital concerns only that hospital.',
};
const atKiosk: Unrecorded = {
  why: 'A patient who was checked in at a kiosk answers their own questions there.',
};
const ofPractice: Unrecorded = { why: 'It shows only invented patients of one’s own practice.' };
const withoutPatients: Unrecorded = { why: 'It shows no patient’s data and changes nothing.' };

const onlyIds: Unrecorded = {
  why: 'It shows ids, tokens and statuses, no name and no contact, and a system asks every few seconds.',
};

/**
 * Marks an endpoint whose calls are recorded if the answer shows patients. Refused calls are always
 * recorded.
 */
export interface WithPatients {
  readonly withPatients: AuditAction;
}

/** Chooses the audit action from the request's body, for an endpoint that does several things. */
type ByBody = (body: unknown) => AuditAction;

function newStatusOf(body: unknown): AuditAction {
  const given = updateEntry.body.safeParse(body);
  const audited = given.success ? auditedAs(actionOfStatus[given.data.status]) : undefined;
  return audited ?? 'change status';
}

function outcomeAtPoint(body: unknown): AuditAction {
  const given = finishAtPoint.body.safeParse(body);
  return given.success ? auditOfOutcomes[given.data.as] : 'complete';
}
const auditOfOutcomes: Readonly<Record<PointOutcome, AuditAction>> = {
  completed: 'complete',
  not_here: 'hold',
  no_show: 'no show',
};

/** The audit actions of the queue actions, taken from the definitions of the queue actions. */
const auditOfActions = keyed<Readonly<Record<keyof typeof actionCalls, AuditAction | Unrecorded>>>(
  calledNames.map((name) => [queueActions[name].call.name, auditedAs(name) ?? forPatients]),
);

const auditOfEndpoints: Readonly<
  Record<EndpointName, AuditAction | ByBody | WithPatients | Unrecorded>
> = {
  getSite: forEverybody,
  getTextPage: forEverybody,
  sendContactMessage: forEverybody,
  listHospitals: forEverybody,
  getHospital: forEverybody,
  listHospitalDoctors: forEverybody,
  listHomeLines: forEverybody,
  getDoctor: forEverybody,
  getPhoto: forEverybody,
  getDoctorProfile: forEverybody,
  getSchedule: forEverybody,
  getDoctorSlots: forEverybody,
  listNextSlots: forEverybody,
  readInvitation: forEverybody,
  openKiosk: forEverybody,
  checkInAtKiosk: forEverybody,
  readOfferLink: forEverybody,
  acceptOfferLink: forEverybody,
  readBookingLink: forEverybody,
  confirmBookingLink: forEverybody,
  cancelBookingLink: forEverybody,
  moveBookingLink: forEverybody,
  declineOfferLink: forEverybody,
  openKioskQuestions: atKiosk,
  answerAtKiosk: atKiosk,
  leaveKioskQuestions: atKiosk,
  // This call makes the caller a member of staff, so it is recorded once it succeeds.
  acceptInvitationAsNewcomer: 'accept invitation',
  acceptInvitation: 'accept invitation',
  createHospital: 'create hospital',
  practise: 'make practice hospital',
  restartPractice: 'make practice hospital',
  endPractice: 'end practice hospital',
  listExercises: ofPractice,
  startExercise: 'start exercise',

  getCurrentUser: ofOneself,
  listOwnSessions: ofOneself,
  getOwnSecurity: ofOneself,
  listSecurityEvents: ofOneself,
  reportUse: ofOneself,
  keepOwnLanguage: ofOneself,
  getOwnApplication: ofOneself,
  getDoctorSettings: ofOneself,
  listOwnHospitals: ofOneself,
  actForHospital: 'switch hospital',
  setRole: notForStaff,
  applyToHospital: aside,
  endOwnSession: 'end sessions',
  endOtherSessions: 'end sessions',

  getProfile: forPatients,
  saveProfile: forPatients,
  exportOwnData: forPatients,
  getErasure: forPatients,
  requestErasure: forPatients,
  withdrawErasure: forPatients,
  listConsents: forPatients,
  saveConsent: forPatients,
  listPeople: forPatients,
  addPerson: forPatients,
  savePerson: forPatients,
  removePerson: forPatients,
  getNotificationSettings: forPatients,
  saveNotificationSettings: forPatients,
  addPushDevice: forPatients,
  removePushDevice: forPatients,
  requestPlace: forPatients,
  getCurrentEntry: forPatients,
  listOpenEntries: forPatients,
  listOpenVisits: forPatients,
  listHistory: forPatients,
  rateVisit: forPatients,
  listOwnRatings: forPatients,
  listOwnFollowUps: forPatients,
  getFollowUpCalendar: forPatients,
  listOwnReports: forPatients,
  bookAppointment: forPatients,
  listAppointments: forPatients,
  rescheduleAppointment: forPatients,
  cancelAppointment: forPatients,
  checkIn: forPatients,
  takeBackCheckIn: forPatients,
  checkInAtDoor: forPatients,
  wishEarlier: forPatients,
  endEarlierWish: forPatients,
  listOwnEarlier: forPatients,
  getOwnReminders: forPatients,
  saveOwnReminders: forPatients,
  acceptOffer: forPatients,
  declineOffer: forPatients,

  getOwnHospital: withoutPatients,
  getOwnStanding: withoutPatients,
  getFirstSteps: withoutPatients,
  listColleagues: withoutPatients,
  listFormerColleagues: withoutPatients,
  getTeam: withoutPatients,
  listScreens: withoutPatients,
  getAuditCheck: withoutPatients,
  getDayCounts: withoutPatients,
  getDayEnd: withoutPatients,
  getMoveEffect: withoutPatients,
  getDelays: forPatients,

  saveOwnHospital: 'save hospital',
  renameDepartment: 'rename department',
  setStaffTwoFactor: 'change two-factor policy',
  setStaffIdleMinutes: 'change time without use',
  setRetention: 'change retention',
  getRetention: withoutPatients,
  getReminders: withoutPatients,
  saveReminders: 'set reminders',
  getReportReaders: withoutPatients,
  setReportReaders: 'change who reads reports',
  countEmergencies: withoutPatients,
  approveApplication: 'approve applicant',
  rejectApplication: 'reject applicant',
  changeMemberRole: 'change role',
  removeMember: 'remove member',
  inviteDoctor: 'invite doctor',
  revokeInvitation: 'withdraw invitation',
  sendTestMessage: 'send test message',
  inviteStaff: 'invite staff',
  makeStaffLink: 'invite staff',
  revokeStaffInvitation: 'withdraw invitation',
  listStaffInvitations: withoutPatients,
  addDoctor: 'add doctor',
  editDoctor: 'edit doctor',
  deactivateDoctor: 'deactivate doctor',
  reactivateDoctor: 'reactivate doctor',
  setDoctorStatus: 'change doctor status',
  setDoctorRoom: 'set room',
  setDoctorPhoto: 'change doctor photo',
  removeDoctorPhoto: 'remove doctor photo',
  saveDoctorProfile: 'save doctor profile',
  saveDoctorSettings: 'save doctor settings',
  saveSchedule: 'save schedule',
  getTimetable: withoutPatients,
  saveTimetable: 'save timetable',
  // The page calls this endpoint after each change of a draft timetable, and most drafts show no
  // patient.
  previewTimetable: { withPatients: 'preview timetable' },
  getTimetableMonth: withoutPatients,
  getDoctorHours: forEverybody,
  addDayOff: 'add day off',
  removeDayOff: 'remove day off',
  makeScreen: 'add screen',
  editScreen: 'edit screen',
  revokeScreen: 'revoke screen',
  renewScreenLink: 'renew screen link',
  renewDoorCode: 'renew door code',
  listApiKeys: withoutPatients,
  makeApiKey: 'make API key',
  revokeApiKey: 'revoke API key',
  setKeyClient: 'set public keys of API key',
  getAbdm: withoutPatients,
  saveAbdm: 'save ABDM settings',
  addAbdmCounter: 'add ABDM counter',
  removeAbdmCounter: 'remove ABDM counter',
  getAbdmPart: withoutPatients,
  listAbdmShares: { withPatients: 'read ABDM shares' },
  dismissAbdmShare: 'dismiss ABDM share',
  listWebhooks: withoutPatients,
  makeWebhook: 'make webhook',
  changeWebhook: 'change webhook',
  removeWebhook: 'remove webhook',
  revealWebhookSecret: 'reveal webhook secret',
  rotateWebhookSecret: 'rotate webhook secret',
  testWebhook: 'test webhook',
  listWebhookAttempts: onlyIds,
  resendEvent: 'resend webhook events',
  resendSince: 'resend webhook events',
  listEvents: onlyIds,
  listLines: withoutPatients,
  addLines: 'add lines',
  editLine: 'edit line',
  setLineOpen: 'open or close a line',
  getLineLimits: withoutPatients,
  setLineLimits: 'set limits of a line',
  removeLine: 'remove line',
  addPoint: 'add service point',
  renamePoint: 'rename service point',
  setPointStaff: 'assign staff to service point',
  removePoint: 'remove service point',
  setPointState: 'open or close a service point',
  getCounter: 'read counter',
  callNext: 'start',
  callAgain: 'call once more',
  finishAtPoint: outcomeAtPoint,
  getJourney: 'read journey',
  getOwnVisit: forPatients,
  listNextStops: withoutPatients,
  sendOn: 'send on',
  undoSendOn: 'take sending on back',
  planStops: 'plan stops',

  ...auditOfActions,
  updateEntry: newStatusOf,
  transferLine: 'move to another doctor',
  setDayEnd: 'change the end of the day',
  setKeptTimesPage: 'show kept times',
  closeDay: 'close the day',
  undoCloseDay: 'undo closing the day',
  addWalkIn: 'add walk-in',
  makeTicket: 'make ticket',
  listSharedLinks: 'read shared links',
  sharePlace: 'share place',
  stopSharing: 'stop sharing place',
  listCalendarFeeds: ofOneself,
  makeCalendarFeed: 'make calendar',
  endCalendarFeed: 'end calendar',
  setCalendarNames: 'change names in calendars',
  getPatientQueue: "read patient's queue",
  getEntry: 'read entry',
  listPending: 'read pending requests',
  listWaiting: 'read waiting patients',
  listInside: 'read who is inside',
  listVisitsOfDay: "read today's visits",
  getDoctorQueue: "read doctor's queue",
  listPatientVisits: 'read past visits',

  createReport: 'write report',
  uploadReportFile: "upload report's file",
  listHospitalReports: 'read reports',
  findReportPatients: 'read patients',
  getReport: 'read report',
  downloadReportFile: "download report's file",
  printReport: 'print report',
  openInEmergency: 'open reports in an emergency',
  listEmergencies: 'read emergency access',
  lookAtEmergency: 'look at emergency access',
  getSharedProfile: 'read shared profile',
  listReceivedRatings: 'read ratings',

  listHospitalAppointments: 'read appointments',
  listOutsideHours: 'read appointments outside the hours',
  findKnownPatients: 'find patients',
  findAlike: 'look for a known patient',
  putInLine: 'put a known patient in a line',
  addFamily: 'add a family',
  previewMerge: 'look at a merge',
  mergePatients: 'merge records',
  undoMerge: 'take a merge back',
  listMerges: 'read merges',
  bookForPatient: 'book appointment',
  moveForPatient: 'move appointment',
  confirmForPatient: 'confirm appointment',
  cancelForPatient: 'cancel appointment',
  checkInForPatient: 'check in appointment',
  countRebooking: withoutPatients,
  planRebooking: 'read appointments outside the hours',
  rebook: 'move appointment',
  wishEarlierForPatient: 'record earlier wish',
  endEarlierWishForPatient: 'end earlier wish',
  getHospitalEarlier: 'read earlier times',
  releaseHeld: 'release held place',

  getAssessment: 'read assessment form',
  answerAssessment: 'write assessment',
  printAssessment: 'print questions',
  getInsights: 'read assessment',
  listAssessments: 'read assessments',
  watchAssessments: withoutPatients,
  acknowledgeAlert: 'acknowledge assessment alert',
  getVitals: 'read vital signs',
  addVitals: 'record vital signs',
  strikeVitals: 'strike out vital signs',
  listPatientVitals: 'read vital signs',
  getFollowUp: 'read follow-up',
  setFollowUp: 'set follow-up',
  takeBackFollowUp: 'take follow-up back',
  getVitalSettings: withoutPatients,
  setVitalSettings: 'change vital signs recorded',
  listHandOffs: 'read hand-off notes',
  listOwnHandOffs: 'read hand-off notes',
  addHandOff: 'write hand-off note',
  correctHandOff: 'correct hand-off note',
  strikeHandOff: 'strike out hand-off note',
  takeHandOffLine: 'tick hand-off note',
  listHandOffWords: withoutPatients,
  getSummaries: withoutPatients,
  setSummaries: 'change summaries',

  getAnalytics: 'read analytics',
  exportAnalytics: 'export analytics',
  replayDay: 'replay day',
  listAudit: 'read audit trail',
  exportAudit: 'export audit trail',
  startAuditCheck: 'check audit trail',
};

/**
 * The audit action of a call to this endpoint; undefined if calls to the endpoint are recorded only
 * when they are refused.
 */
export function auditActionOf(name: EndpointName, body: unknown): AuditAction | undefined {
  const line = auditOfEndpoints[name];
  if (typeof line === 'string') return line;
  if ('withPatients' in line) return line.withPatients;
  return typeof line === 'function' ? line(body) : undefined;
}

/**
 * Whether calls of this endpoint are recorded only if the answer shows patients or the call is
 * refused.
 */
export function isRecordedWithPatients(name: EndpointName): boolean {
  const line = auditOfEndpoints[name];
  return typeof line === 'object' && 'withPatients' in line;
}

const names = new Map<Endpoint, EndpointName>();
for (const name of Object.keys(endpoints) as EndpointName[]) names.set(endpoints[name], name);

/**
 * The name of an endpoint of the API contract; undefined for any other endpoint, such as one made
 * by a test.
 */
export function nameOfEndpoint(endpoint: Endpoint): EndpointName | undefined {
  return names.get(endpoint);
}
