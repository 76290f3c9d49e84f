/** The queue: its entries and every API endpoint for them [ENT-1, ENT-2, QST, API-1…15, API-22]. */
import { z } from 'zod';
import {
  checkInWays,
  closeReasons,
  completedShown,
  defaultUrgency,
  doctorStatuses,
  hospitalVerifications,
  laterSteps,
  lateSteps,
  lineShown,
  listShown,
  maxLength,
  mostDelays,
  placeReasons,
  queuePageSize,
  queueStatuses,
  type Role,
  saidOverWords,
  staffRoles,
  urgencies,
  visitKindSources,
  visitKinds,
} from '../constants.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import {
  after,
  fieldMessages,
  idParams,
  instant,
  nextPage,
  nullableInstant,
  position,
  queryFlag,
  text,
  uuid,
  visitKindGiven,
} from '../fields.ts';
import { keyed } from '../keyed.ts';
import { opening } from '../hospital/opening.ts';
import { forWhom } from '../patient/person.ts';
import {
  type ActionName,
  actionNames,
  actionOfStatus,
  consoleStatuses,
  notesBody,
  type QueueAction,
  queueActions,
  publishedActions,
} from './queue-actions.ts';
import type { RefusalCode } from '../refusals.ts';
import { maxPoints, serviceKinds } from '../lines/service-kinds.ts';
import { conditions, type Right, rightRoles } from './entry-state.ts';
import { callForecast, announcedLine, waitRange } from './wait.ts';

/**
 * A missed call: the patient was called in while absent. After coming back, the patient goes next.
 */
export const missedCall = z.object({
  /** The time of the latest missed call of this patient. */
  calledAt: instant,
  /** The number of missed calls. */
  calls: z.int().min(1),
  /** When the patient came back and was moved to the front; null while the patient is absent. */
  backAt: nullableInstant,
});
export type MissedCall = z.infer<typeof missedCall>;

/** A change of position made by a person or by a rule [INV-12]. */
export const placeChange = z.object({
  at: instant,
  /**
   * The position before the change; 0 if the patient went from the doctor's room back into the
   * line.
   */
  from: z.int().min(0),
  to: z.int().min(1),
  reason: z.enum(placeReasons),
  /**
   * True if staff or a rule moved this patient. False if this position changed because another
   * patient was moved.
   */
  own: z.boolean(),
});
export type PlaceChange = z.infer<typeof placeChange>;

/** The urgency that staff set instead of the patient's own, as shown to the patient. */
const urgencyChange = z.object({
  /** The urgency stated by the patient. */
  stated: z.enum(urgencies),
  at: instant,
});

/** The last action on an entry, and who did it. */
export const lastChange = z.object({
  action: z.enum(publishedActions),
  at: instant,
  /** Who did the last action; null if it was the patient. */
  by: z.object({ id: uuid, name: z.string() }).nullable(),
});
export type LastChange = z.infer<typeof lastChange>;

/** A delay that the patient asked for [WAIT-1]. */
export const delay = z.object({
  at: instant,
  /**
   * By how many minutes the patient will be late; null if the patient let others go first instead.
   */
  minutes: z.int().min(1).nullable(),
  /** The number of delays in this visit, including this one. */
  times: z.int().min(1).max(mostDelays),
});
export type Delay = z.infer<typeof delay>;

/** The most position changes shown for one entry. */
export const placeChangesShown = 10;

/**
 * Fields of an entry that both the patient and the staff see [ENT-1]. Fields added here reach
 * patients; fields for staff alone belong in `staffEntry`.
 */
const entryForBoth = {
  id: uuid,
  status: z.enum(queueStatuses),
  /**
   * The position among the doctor's waiting entries, from 1. It is 0 while the entry is pending and
   * after it has ended [QST-11].
   */
  position: z.int().min(0),
  joinedAt: instant,
  approvedAt: nullableInstant,
  startedAt: nullableInstant,
  endedAt: nullableInstant,
  /** State of the line, for a waiting or pending entry; null for all other entries [INV-16]. */
  line: announcedLine.nullable(),
  /**
   * Median minutes until the patient is called; 0 unless the patient is waiting and a forecast is
   * possible [QST-12].
   */
  estimatedWaitTime: z.int().min(0),
  /**
   * The forecast range of the time until the patient is called; null unless the patient is waiting
   * and a forecast is possible.
   */
  waitRange: waitRange.nullable(),
  /**
   * When the patient is expected to be called. The time to leave home is computed from it. It is
   * null if there is no forecast range.
   */
  call: callForecast.nullable(),
  symptoms: z.string().nullable(),
  urgency: z.enum(urgencies),
  rejectionReason: z.string().nullable(),
  /**
   * Who cancelled the entry: the patient by leaving the line, or staff by removing the entry
   * [QST-7, QST-8].
   */
  cancelledBy: z.enum(['patient', 'staff']).nullable(),
  /**
   * Why staff or the end of the day closed the entry before its turn; null if it was not closed
   * early [DAY-1, DAY-2].
   */
  closed: z.object({ reason: z.enum(closeReasons), word: z.string().nullable() }).nullable(),
  /** Whether the visit has more than one step, or a further step is planned [LINE-4]. */
  severalStops: z.boolean(),
  /** The visit's id, which is the id of its first step; null for a visit of one step [LINE-4]. */
  visitId: uuid.nullable(),
  /**
   * The token number with which the patient is called, such as C-017; null until approved. It is
   * unique within a day.
   */
  token: z.string().nullable(),
  /**
   * When the patient's arrival at the hospital was recorded; null while the arrival is not known.
   */
  checkedInAt: nullableInstant,
  checkedInBy: z.enum(checkInWays).nullable(),
  /**
   * The patient's report that the visit is over, although staff have not ended it; null without a
   * report.
   */
  saidOver: z.object({ word: z.enum(saidOverWords), at: instant }).nullable(),
  /**
   * The missed call of a waiting patient who was called while absent; null for all other patients.
   */
  hold: missedCall.nullable(),
  /**
   * The booked time of the entry, and the time that decides its place in line; null without a
   * booking.
   */
  booking: z.object({ id: uuid, startsAt: instant, dueAt: instant }).nullable(),
  /**
   * The doctor from whose line the patient was moved here; null if the patient was not moved
   * [DAY-3].
   */
  moved: z.object({ from: z.string(), fromId: uuid, at: instant }).nullable(),
  /** The latest ten changes of position, newest first; lists leave them out. */
  placeChanges: z.array(placeChange).max(placeChangesShown),
  patient: z.object({
    id: uuid,
    name: z.string(),
    fullName: z.string(),
    /** The patient's own email; if there is none, the account's email. */
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /**
     * The name of the account holder if the patient belongs to another person's account; null for
     * account holders and walk-ins.
     */
    through: z.string().nullable(),
  }),
  doctor: z.object({
    id: uuid,
    name: z.string(),
    specialty: z.string(),
    department: z.string(),
    /**
     * The doctor's status. An Offline doctor calls nobody, so no patient is asked to leave home
     * [DAY-2].
     */
    status: z.enum(doctorStatuses),
    /** The end of the doctor's break, which explains a longer wait. */
    breakUntil: nullableInstant,
    /**
     * The room that the patient goes to. In a shared line, it is the room of the service point that
     * called the patient. It is null while unset [ROOM-1].
     */
    room: z.string().nullable(),
    /** The kind of the shared line; null if the entry is in a doctor's line [LINE-1]. */
    service: z.enum(serviceKinds).nullable(),
    hospital: z.object({ id: uuid }),
  }),
  /**
   * The service point of a shared line that called the patient last. It is null before the first
   * call, and in a doctor's line [LINE-2].
   */
  point: z.object({ id: uuid, name: z.string() }).nullable(),
  hospital: z.object({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    standing: z.enum(hospitalVerifications),
    /**
     * The hospital's opening state; null while nobody waits. A doctor who works after the opening
     * hours still calls patients from the line.
     */
    opening: opening.nullable(),
  }),
  /**
   * The version of the doctor's line. It rises by one with each change; a gap shows a client that
   * it missed an event.
   */
  queueVersion: z.int(),
};

/** One request or place of a patient in a doctor's line, as the patient sees it. */
export const patientEntry = z.object({
  ...entryForBoth,
  /** Always null for patients, because only staff may read staff notes. */
  notes: z.null(),
  /** The change of the urgency by staff; null if the urgency is as the patient stated it. */
  urgencyChange: urgencyChange.nullable(),
});
export type PatientEntry = z.infer<typeof patientEntry>;

/** A queue entry as sent to the hospital's staff. */
export const staffEntry = z.object({
  ...entryForBoth,
  notes: z.string().nullable(),
  /**
   * The time by which the patient should be called, by booked time or urgency; null unless waiting.
   */
  dueAt: nullableInstant,
  patient: entryForBoth.patient.extend({
    /** Whether the account's email or phone is verified; true for a contact entered by the desk. */
    isContactProved: z.boolean(),
    /**
     * Whether the account's phone is verified. It is also true for a phone number that the desk
     * entered, and for a patient without a phone.
     */
    isPhoneProved: z.boolean(),
  }),
  urgencyChange: urgencyChange.extend({ reason: z.string().nullable() }).nullable(),
  lastChange: lastChange.nullable(),
  /** The patient's latest delay while waiting; only staff see it. */
  delay: delay.nullable(),
  /** The kind of visit, and who stated it; null if nobody stated it [QST-12]. */
  visitKind: z.object({ kind: z.enum(visitKinds), by: z.enum(visitKindSources) }).nullable(),
  /**
   * Whether an interpreter is needed, as staff noted on this visit or on the patient's last visit
   * to this hospital [ADM-5].
   */
  needsInterpreter: z.boolean(),
  /**
   * When it was noted that no message of the last call, or of the last "leave now", reached the
   * patient; null if one did or none was sent [MSG-6].
   */
  notReachedAt: instant.nullable(),
});
export type StaffEntry = z.infer<typeof staffEntry>;

/**
 * Counts of one doctor's line. `totalCompleted` counts the current day on the hospital's calendar
 * [ENT-2].
 */
export const queueStats = z.object({
  totalWaiting: z.int(),
  totalInProgress: z.int(),
  totalCompleted: z.int(),
});
export type QueueStats = z.infer<typeof queueStats>;

const staffReply = z.object({ queue: staffEntry });
const patientReply = z.object({ queue: patientEntry });
/**
 * A reply with the queue entry: in the form for staff if staff make the API call, else in the form
 * for the patient.
 */
const eitherReply = z.object({ queue: z.union([staffEntry, patientEntry]) });

/** The reply schema of an action, by the right that the action requires. */
const replies = {
  desk: staffReply,
  consult: staffReply,
  call: staffReply,
  patient: patientReply,
  everyone: eitherReply,
} as const satisfies Record<Right, z.ZodObject>;

/** A patient's request for a place in a line [PAT-9]. */
export const joinRequest = z.object({
  /** The id of a doctor or a shared line. */
  doctorId: uuid,
  symptoms: text(maxLength.symptoms).optional(),
  urgency: z.enum(urgencies, { error: fieldMessages.choice }).default(defaultUrgency),
  visitKind: visitKindGiven,
  /**
   * The person of the account who gets the place. A person who belongs to another account is
   * answered with `not_found` [PROF-1].
   */
  patientId: forWhom,
});

/**
 * Optimistic concurrency: the version of the entry or line that the user saw. The call is refused
 * if the version has changed.
 */
export const seenQuery = z.object({
  seen: z.coerce
    .number({ error: fieldMessages.number })
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .optional(),
});

/** The API endpoint of an action on a queue entry. */
export interface ActionCall extends Endpoint {
  readonly access: readonly Role[];
  readonly params: typeof idParams;
  readonly query: typeof seenQuery;
  readonly reply: typeof staffReply | typeof patientReply | typeof eitherReply;
}

type Actions = typeof queueActions;
/** The names of the actions that have an API endpoint of their own. */
export type CalledName = {
  [Name in ActionName]: Actions[Name] extends { call: object } ? Name : never;
}[ActionName];

type Described<Name extends CalledName> = Actions[Name]['call'];
type CallOf<Name extends CalledName> = Omit<ActionCall, 'body' | 'key'> & {
  readonly method: Described<Name>['method'];
  readonly path: Described<Name>['path'];
  readonly access: (typeof rightRoles)[Actions[Name]['right']];
  readonly reply: (typeof replies)[Actions[Name]['right']];
} & Pick<Described<Name>, Extract<keyof Described<Name>, 'body' | 'key'>>;

function callOf(action: QueueAction): ActionCall[] {
  if (action.call === undefined) return [];
  const { name: _name, ...call } = action.call;
  const { right } = action;
  const parts = { params: idParams, query: seenQuery, reply: replies[right] };
  return [{ ...call, ...parts, access: rightRoles[right], problems: problemsOf(action) }];
}

/** Error codes that every action on a queue entry can return. */
const actionProblems = ['forbidden', 'not_found', 'illegal_transition', 'entry_changed'] as const;

function problemsOf(action: QueueAction): RefusalCode[] {
  const needed = action.needs?.map((name) => conditions[name].refusal) ?? [];
  const line = action.needsSameLine ? (['line_changed'] as const) : [];
  return [...actionProblems, ...line, ...needed, ...(action.refuses ?? [])];
}

/** The API endpoint of each action on a queue entry, by the action's name. */
export const callsOfActions = keyed<{ readonly [Name in CalledName]: CallOf<Name> }>(
  actionNames.flatMap((name) => callOf(queueActions[name]).map((call) => [name, call] as const)),
);
export const calledNames = Object.keys(callsOfActions) as readonly CalledName[];

/** The API endpoint of each action on a queue entry, by the endpoint's name. */
export const actionCalls = keyed<{
  readonly [Name in CalledName as Described<Name>['name']]: CallOf<Name>;
}>(calledNames.map((name) => [queueActions[name].call.name, callsOfActions[name]]));

/**
 * The API endpoints of the queue actions, exported by name for the server code that implements
 * them.
 */
export const {
  approveRequest,
  rejectRequest,
  transferEntry,
  startConsultation,
  completeConsultation,
  leaveQueue,
  removeEntry,
  moveEntry,
  holdEntry,
  comeBack,
  noteEntry,
  runLate,
  goLater,
  sayOver,
  writeVisitNote,
  judgeUrgency,
  checkInEntry,
  undoCheckIn,
} = actionCalls;

export const updateEntry = endpoint({
  method: 'PUT',
  path: '/queues/:id',
  summary: 'Start, complete or mark as no-show, as the console does',
  rows: ['API-3', 'QST-4', 'QST-5', 'QST-6', 'CONS-2'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  query: seenQuery,
  body: notesBody.extend({
    status: z.enum(consoleStatuses, { error: fieldMessages.choice }),
  }),
  reply: staffReply,
  problems: [
    ...new Set(Object.values(actionOfStatus).flatMap((name) => problemsOf(queueActions[name]))),
  ],
});

export const requestPlace = endpoint({
  method: 'POST',
  path: '/queues/request',
  summary: "Request a place in a doctor's line, or in a shared line open to requests from home",
  rows: ['API-1', 'QST-1', 'PAT-6'],
  access: ['patient'],
  status: 201,
  body: joinRequest,
  reply: patientReply,
  problems: [
    'forbidden',
    'not_found',
    'already_in_queue',
    'doctor_not_available',
    'line_closed',
    'hospital_shut',
    'line_full_today',
    'line_requests_over',
    'line_full_now',
  ],
});

export const getPatientQueue = endpoint({
  method: 'GET',
  path: '/queues/patients/:id/queue',
  summary: "Get a patient's current entry: the caller's own, or one at the caller's hospital",
  rows: ['API-6'],
  access: ['patient', ...staffRoles],
  params: idParams,
  reply: z.object({ activeQueue: z.union([staffEntry, patientEntry]).nullable() }),
  problems: ['not_found'],
});

export const getEntry = endpoint({
  method: 'GET',
  path: '/queues/:id',
  summary: 'Get one entry',
  rows: ['API-7'],
  access: ['patient', ...staffRoles],
  key: 'queue:read',
  params: idParams,
  reply: eitherReply,
  problems: ['not_found'],
});

/** The query for a further page of entries. `after` is the `next` value of the previous page. */
const queuePage = z.object({ after });

const pageOfQueue = {
  total: z.int().min(0),
  /** The id after which the next page starts; null on the last page. */
  next: nextPage,
};

export const listPending = endpoint({
  method: 'GET',
  path: '/hospitals/:id/queues/pending',
  summary: "List the hospital's pending requests, oldest first, 200 at a time",
  rows: ['API-10', 'ADM-3', 'KEEP-9'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  query: queuePage,
  reply: z.object({
    pendingQueues: z.array(staffEntry).max(queuePageSize),
    ...pageOfQueue,
  }),
  problems: ['not_found'],
});

export const listWaiting = endpoint({
  method: 'GET',
  path: '/hospitals/:id/queues/waiting',
  summary:
    "List the waiting entries of the hospital's doctors, by doctor and position, 200 at a time",
  rows: ['STAFF-3', 'API-26', 'KEEP-9'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  query: queuePage,
  reply: z.object({ queues: z.array(staffEntry).max(queuePageSize), ...pageOfQueue }),
  problems: ['not_found'],
});

export const listInside = endpoint({
  method: 'GET',
  path: '/hospitals/:id/queues/inside',
  summary: "List the patients who are with the hospital's doctors, by doctor, 200 at a time",
  rows: ['DESK-4', 'ROLE-4', 'KEEP-9'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  query: queuePage,
  reply: z.object({ queues: z.array(staffEntry).max(queuePageSize), ...pageOfQueue }),
  problems: ['not_found'],
});

/**
 * The end of the hospital's day for which the response is valid. A page that is still open after
 * that time fetches the data again.
 */
const dayEndsAt = instant;

/** Counts of the hospital's current day in its own time zone [STAFF-2]. */
export const dayCounts = z.object({
  pending: z.int(),
  waiting: z.int(),
  inProgress: z.int(),
  approvedToday: z.int(),
  rejectedToday: z.int(),
  completedToday: z.int(),
});
export type DayCounts = z.infer<typeof dayCounts>;

export const getDayCounts = endpoint({
  method: 'GET',
  path: '/hospitals/:id/queues/counts',
  summary: "Get counts of the hospital's day",
  rows: ['STAFF-2', 'ROUTE-23'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  reply: z.object({ counts: dayCounts, dayEndsAt }),
  problems: ['not_found'],
});

export const getCurrentEntry = endpoint({
  method: 'GET',
  path: '/queues/current',
  summary: "Get the caller's own current entry, the newest of several; 404 when there is none",
  rows: ['API-11', 'PAT-11'],
  access: ['patient'],
  reply: patientReply,
  problems: ['forbidden', 'no_current_queue'],
});

export const listOpenEntries = endpoint({
  method: 'GET',
  path: '/queues/open',
  summary: "List the open entries of the account's people, oldest first",
  rows: ['API-11', 'PAT-11', 'PROF-1'],
  access: ['patient'],
  reply: z.object({ queues: z.array(patientEntry).max(listShown) }),
  problems: ['forbidden'],
});

export const listHistory = endpoint({
  method: 'GET',
  path: '/queues/history',
  summary:
    "List the caller's finished entries, optionally of one person, newest first, at most 100",
  rows: ['API-12', 'PAT-11'],
  access: ['patient'],
  query: z.object({ patientId: forWhom }),
  reply: z.object({ queues: z.array(patientEntry).max(listShown) }),
  problems: ['forbidden', 'not_found'],
});

/** The effect of moving a patient, computed before the move is made [waits: order and urgency]. */
export const moveEffect = z.object({
  /**
   * The patient's position after the move. It may differ from the requested position because of
   * patients on hold.
   */
  position: z.int().min(1),
  /** How many other patients this patient would pass; 0 when moving back. */
  passes: z.int().min(0),
  /** How many patients behind this patient would then go first; 0 when moving ahead. */
  letsPass: z.int().min(0),
  /**
   * The highest number of times that later patients would have passed any one patient after the
   * move.
   */
  mostPasses: z.int().min(0),
  /**
   * The longest total wait of a patient with low urgency, in minutes since joining; null if no such
   * patient is waiting.
   */
  longestLowWait: z.int().min(0).nullable(),
  /**
   * The longest total wait of the patients whom this move moves back, in minutes; null if nobody
   * would be moved back.
   */
  longestWait: z.int().min(0).nullable(),
  needsReason: z.boolean(),
});
export type MoveEffect = z.infer<typeof moveEffect>;

export const getMoveEffect = endpoint({
  method: 'GET',
  path: '/queues/:id/move-effect',
  summary: 'Get the effect on others of moving a waiting patient to a position',
  rows: ['INV-12', 'ADM-5', 'STAFF-4'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  /** The position to move to; the front by default. */
  query: z.object({ position: position.default(1) }),
  reply: z.object({ effect: moveEffect }),
  problems: ['forbidden', 'not_found', 'illegal_transition'],
});

/** The effect of coming later or letting others go first, computed before the patient confirms. */
const delayEffect = {
  /** The patient's position after the delay, from 1. */
  position: z.int().min(1),
  letsPass: z.int().min(0),
  /** The forecast range of the wait after the delay; null if the call cannot be forecast. */
  waitRange: waitRange.nullable(),
};

/** The delays from which a waiting patient can choose [WAIT-1]. */
export const delays = z.object({
  /** How many more times the patient may ask for a delay in this visit. */
  left: z.int().min(0).max(mostDelays),
  /**
   * By how many minutes the patient can choose to be late. The list is empty without a forecast, or
   * if the patient is at the hospital.
   */
  late: z.array(z.object({ minutes: z.literal(lateSteps), ...delayEffect })).max(lateSteps.length),
  /** How many of the patients behind may go first, as choices for the patient. */
  later: z
    .array(z.object({ people: z.literal(laterSteps), ...delayEffect }))
    .max(laterSteps.length),
});
export type Delays = z.infer<typeof delays>;

export const getDelays = endpoint({
  method: 'GET',
  path: '/queues/:id/delays',
  summary: "Get the effect on the caller's place of being late, or of letting others go first",
  rows: ['WAIT-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ delays }),
  problems: ['forbidden', 'not_found', 'illegal_transition', 'is_on_hold'],
});

export const getDoctorQueue = endpoint({
  method: 'GET',
  path: '/hospital/doctors/:id/queue',
  summary:
    'Get the line of a doctor or a shared line: who is served, then the first 500 waiting by position; completed, the latest 100 of today',
  rows: ['API-22', 'ADM-5', 'CONS-3'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  query: z.object({ includeCompleted: queryFlag.optional() }),
  reply: z.object({
    queue: z.array(staffEntry).max(maxPoints + lineShown + completedShown),
    /** Counts of all entries of the line, including those that this response leaves out. */
    stats: queueStats,
    queueVersion: z.int(),
    dayEndsAt,
  }),
  problems: ['forbidden', 'not_found'],
});

export const transferLine = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/queue/transfer',
  summary:
    'Move all waiting patients and requests of a doctor to another doctor, or to the first free one of the department, keeping the arrival time',
  rows: ['DAY-3'],
  access: staffRoles,
  params: idParams,
  body: z.object({ doctorId: uuid.optional() }),
  reply: z.object({ moved: z.int().min(0), to: z.object({ id: uuid, name: z.string() }) }),
  problems: ['forbidden', 'not_found', 'already_there', 'doctor_not_available', 'no_free_doctor'],
});

/** The most of today's visits in one API response. */
export const visitsOfDayShown = 50;

/**
 * A patient who is in no line at present, because the planned next line accepts no patients now.
 */
export const goingOn = z.object({
  /** The planned next line, which accepts no patients now. */
  entry: staffEntry,
  /** The queue entry of the patient's last step. */
  line: z.object({ id: uuid, name: z.string() }),
});
export type GoingOn = z.infer<typeof goingOn>;

export const listVisitsOfDay = endpoint({
  method: 'POST',
  path: '/hospitals/:id/queues/today',
  summary:
    "Search today's ended visits and requests, latest first, 50 at a time, by part of the name, the token or the phone; with `open` also those not ended",
  rows: ['DESK-1', 'DESK-2', 'KEEP-9'],
  access: staffRoles,
  key: 'patients:read',
  params: idParams,
  body: z.object({
    search: text(maxLength.name).optional(),
    /** Returns only the visits to this doctor. */
    doctorId: uuid.optional(),
    /** Whether to include visits that have not ended. */
    open: z.boolean().default(false),
    after,
  }),
  reply: z.object({
    visits: z.array(staffEntry).max(visitsOfDayShown),
    /**
     * Patients who wait until their planned next line accepts patients. Listed only on the first
     * page without a search. The patient who finished the last step earliest comes first.
     */
    goingOn: z.array(goingOn).max(visitsOfDayShown),
    ...pageOfQueue,
    dayEndsAt,
  }),
  problems: ['not_found'],
});

/** The most past visits in one API response. */
export const visitsShown = 50;

export const listPatientVisits = endpoint({
  method: 'GET',
  path: '/hospital/patients/:id/visits',
  summary: "List a patient's past visits to the caller's hospital, latest first, with the notes",
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  reply: z.object({ visits: z.array(staffEntry).max(visitsShown) }),
  problems: ['forbidden', 'not_found'],
});
