/** The queue: its entries and every call on them [ENT-1, ENT-2, QST, API-1…15, API-22]. */
import { z } from 'zod';
import {
  checkInWays,
  closeReasons,
  completedShown,
  defaultUrgency,
  doctorStatuses,
  hospitalStandings,
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
  toldActions,
} from './queue-actions.ts';
import type { RefusalCode } from '../refusals.ts';
import { maxPoints, serviceKinds } from '../lines/service-kinds.ts';
import { conditions, type Right, rightRoles } from './situation.ts';
import { callForecast, lineTold, waitRange } from './wait.ts';

/** Called and not there: the right to go next is kept until the patient is back. */
export const hold = z.object({
  /** The last call that was missed. */
  calledAt: instant,
  /** How many calls were missed. */
  calls: z.int().min(1),
  /** Back and going next since then; null while still away. */
  backAt: nullableInstant,
});
export type Hold = z.infer<typeof hold>;

/** A change of place that a person or a stated rule made [INV-12]. */
export const placeChange = z.object({
  at: instant,
  /** 0: from the doctor's room back into the line. */
  from: z.int().min(0),
  to: z.int().min(1),
  reason: z.enum(placeReasons),
  /** Whether it was this patient who was moved, and not another one. */
  own: z.boolean(),
});
export type PlaceChange = z.infer<typeof placeChange>;

/** The staff's own judgement of an urgency, in place of the patient's, as the patient is told it. */
const urgencyChange = z.object({
  /** As the patient stated it. */
  stated: z.enum(urgencies),
  at: instant,
});

/** Who did what last with an entry. */
export const lastChange = z.object({
  action: z.enum(toldActions),
  at: instant,
  /** null: the patient. */
  by: z.object({ id: uuid, name: z.string() }).nullable(),
});
export type LastChange = z.infer<typeof lastChange>;

/** That a patient put the own place off [WAIT-1]. */
export const delay = z.object({
  at: instant,
  /** Late by so many minutes; null where others were let go first. */
  minutes: z.int().min(1).nullable(),
  /** How often in this visit, this time included. */
  times: z.int().min(1).max(mostDelays),
});
export type Delay = z.infer<typeof delay>;

/** How many changes of place are told of one entry. */
export const placeChangesShown = 10;

/**
 * What the patient and the staff are both told of an entry [ENT-1]: what is added here reaches
 * patients, what is for staff alone is added to `staffEntry`.
 */
const entryForBoth = {
  id: uuid,
  status: z.enum(queueStatuses),
  /** 1…n among the doctor's waiting entries; 0 while pending and once finished [QST-11]. */
  position: z.int().min(0),
  joinedAt: instant,
  approvedAt: nullableInstant,
  startedAt: nullableInstant,
  endedAt: nullableInstant,
  /** What the line is doing, for one who waits or has asked to; null for all others [INV-16]. */
  line: lineTold.nullable(),
  /** Minutes, the median; 0 unless waiting and somebody can say [QST-12]. */
  estimatedWaitTime: z.int().min(0),
  /** null unless waiting, and while nobody can say. */
  waitRange: waitRange.nullable(),
  /** When the call is expected, which the time to set out follows from; null without a range. */
  call: callForecast.nullable(),
  symptoms: z.string().nullable(),
  urgency: z.enum(urgencies),
  rejectionReason: z.string().nullable(),
  /** Who cancelled: the patient by leaving or the staff by removing [QST-7, QST-8]. */
  cancelledBy: z.enum(['patient', 'staff']).nullable(),
  /** Why staff or the end of the day closed it before its turn; null for all others [DAY-1, DAY-2]. */
  closed: z.object({ reason: z.enum(closeReasons), word: z.string().nullable() }).nullable(),
  /** Whether it is one stop of a visit that has, or is planned to have, more of them [LINE-4]. */
  severalStops: z.boolean(),
  /** The visit that the stops share, which has the id of the first one; null of a visit of one stop [LINE-4]. */
  visitId: uuid.nullable(),
  /** What the patient is called by, such as C-017; null until approved. Never used twice in a day. */
  token: z.string().nullable(),
  /** When the patient was seen to be at the hospital; null while nobody knows. */
  checkedInAt: nullableInstant,
  checkedInBy: z.enum(checkInWays).nullable(),
  /** What the patient said long after the call of a visit that nobody had ended; null where nothing was said. */
  saidOver: z.object({ word: z.enum(saidOverWords), at: instant }).nullable(),
  /** While waiting: called and not there; null for all others. */
  hold: hold.nullable(),
  /** The booked time that made the place, and the time that orders the line by it; null for all others. */
  booking: z.object({ id: uuid, startsAt: instant, dueAt: instant }).nullable(),
  /** Moved here from another doctor's line; null for all others [DAY-3]. */
  moved: z.object({ from: z.string(), fromId: uuid, at: instant }).nullable(),
  /** The latest ten, newest first; lists leave them out. */
  placeChanges: z.array(placeChange).max(placeChangesShown),
  patient: z.object({
    id: uuid,
    name: z.string(),
    fullName: z.string(),
    /** The person's own, else those of the account. */
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** Whose account the person came through; null for an own person and for a walk-in. */
    through: z.string().nullable(),
  }),
  doctor: z.object({
    id: uuid,
    name: z.string(),
    specialty: z.string(),
    department: z.string(),
    /** Whoever is Offline calls nobody in: nobody sets out for them [DAY-2]. */
    status: z.enum(doctorStatuses),
    /** The doctor is on a break until then: the reason of a longer wait. */
    breakUntil: nullableInstant,
    /** Where to go in: of a shared line the point that called; null while nobody has said [ROOM-1]. */
    room: z.string().nullable(),
    /** What the shared line is for that stands here in a doctor's place; null for a doctor [LINE-1]. */
    service: z.enum(serviceKinds).nullable(),
    hospital: z.object({ id: uuid }),
  }),
  /** The service point of a shared line that called last; null for all others [LINE-2]. */
  point: z.object({ id: uuid, name: z.string() }).nullable(),
  hospital: z.object({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    standing: z.enum(hospitalStandings),
    /** null once nobody waits; a doctor who sees patients after hours keeps it open. */
    opening: opening.nullable(),
  }),
  /** Rises by one with each change of the doctor's queue; a jump tells a client it missed one. */
  queueVersion: z.int(),
};

/** One request or place in a doctor's queue, as its patient is told of it. */
export const patientEntry = z.object({
  ...entryForBoth,
  /** The staff's notes are for staff. */
  notes: z.null(),
  /** null where the urgency is as the patient stated it. */
  urgencyChange: urgencyChange.nullable(),
});
export type PatientEntry = z.infer<typeof patientEntry>;

/** The same as the hospital's staff are told of it. */
export const staffEntry = z.object({
  ...entryForBoth,
  notes: z.string().nullable(),
  /** Until when the desk should have called in, by the booked time or by urgency; null unless waiting. */
  dueAt: nullableInstant,
  patient: entryForBoth.patient.extend({
    /** Whether the account has confirmed its email or its phone; true where the desk wrote it down. */
    isContactProved: z.boolean(),
    /** Whether the account has confirmed this phone; true where the desk wrote it down, or there is none. */
    isPhoneProved: z.boolean(),
  }),
  urgencyChange: urgencyChange.extend({ reason: z.string().nullable() }).nullable(),
  lastChange: lastChange.nullable(),
  /** While waiting, the latest time that the patient put the place off; for staff alone. */
  delay: delay.nullable(),
  /** What the visit is for, and who said so; null where nobody did [QST-12]. */
  visitKind: z.object({ kind: z.enum(visitKinds), by: z.enum(visitKindSources) }).nullable(),
});
export type StaffEntry = z.infer<typeof staffEntry>;

/** Counts of one doctor's queue; completed counts the hospital's today [ENT-2]. */
export const queueStats = z.object({
  totalWaiting: z.int(),
  totalInProgress: z.int(),
  totalCompleted: z.int(),
});
export type QueueStats = z.infer<typeof queueStats>;

const staffReply = z.object({ queue: staffEntry });
const patientReply = z.object({ queue: patientEntry });
/** By who asks. */
const eitherReply = z.object({ queue: z.union([staffEntry, patientEntry]) });

/** What whoever uses a right is told of the entry. */
const replies = {
  desk: staffReply,
  consult: staffReply,
  call: staffReply,
  patient: patientReply,
  everyone: eitherReply,
} as const satisfies Record<Right, z.ZodObject>;

/** What a patient sends to ask for a place [PAT-9]. */
export const joinRequest = z.object({
  /** A doctor's id, or that of a shared line. */
  doctorId: uuid,
  symptoms: text(maxLength.symptoms).optional(),
  urgency: z.enum(urgencies, { error: fieldMessages.choice }).default(defaultUrgency),
  visitKind: visitKindGiven,
  /** For whom; another account's person does not exist [PROF-1]. */
  patientId: forWhom,
});

/** The version of the entry or line that the caller looked at: a later change is not overruled. */
export const seenQuery = z.object({
  seen: z.coerce
    .number({ error: fieldMessages.number })
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .optional(),
});

/** The call of any action. */
export interface ActionCall extends Endpoint {
  readonly access: readonly Role[];
  readonly params: typeof idParams;
  readonly query: typeof seenQuery;
  readonly reply: typeof staffReply | typeof patientReply | typeof eitherReply;
}

type Actions = typeof queueActions;
/** The actions that have a call of their own. */
export type CalledName = {
  [Name in ActionName]: Actions[Name] extends { call: object } ? Name : never;
}[ActionName];

type Described<Name extends CalledName> = Actions[Name]['call'];
type CallOf<Name extends CalledName> = Omit<ActionCall, 'body'> & {
  readonly method: Described<Name>['method'];
  readonly path: Described<Name>['path'];
  readonly access: (typeof rightRoles)[Actions[Name]['right']];
  readonly reply: (typeof replies)[Actions[Name]['right']];
} & Pick<Described<Name>, Extract<keyof Described<Name>, 'body'>>;

function callOf(action: QueueAction): ActionCall[] {
  if (action.call === undefined) return [];
  const { name: _name, ...call } = action.call;
  const { right } = action;
  const parts = { params: idParams, query: seenQuery, reply: replies[right] };
  return [{ ...call, ...parts, access: rightRoles[right], problems: problemsOf(action) }];
}

/** What can be refused whatever the action is. */
const actionProblems = ['forbidden', 'not_found', 'illegal_transition', 'entry_changed'] as const;

function problemsOf(action: QueueAction): RefusalCode[] {
  const needed = action.needs?.map((name) => conditions[name].refusal) ?? [];
  const line = action.needsSameLine ? (['line_changed'] as const) : [];
  return [...actionProblems, ...line, ...needed, ...(action.refuses ?? [])];
}

/** Each action's call, by the action's name. */
export const callsOfActions = keyed<{ readonly [Name in CalledName]: CallOf<Name> }>(
  actionNames.flatMap((name) => callOf(queueActions[name]).map((call) => [name, call] as const)),
);
export const calledNames = Object.keys(callsOfActions) as readonly CalledName[];

/** The same by the calls' own names. */
export const actionCalls = keyed<{
  readonly [Name in CalledName as Described<Name>['name']]: CallOf<Name>;
}>(calledNames.map((name) => [queueActions[name].call.name, callsOfActions[name]]));

/** Exported by name for those who carry out one of them. */
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
  summary: "Ask to join a doctor's queue, or a shared line that is open to asking from home",
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
  ],
});

export const getPatientQueue = endpoint({
  method: 'GET',
  path: '/queues/patients/:id/queue',
  summary: "Get a patient's current entry: the patient's own, or at the caller's hospital",
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
  params: idParams,
  reply: eitherReply,
  problems: ['not_found'],
});

/** The page after the entry with this id: the `next` of the page before. */
const queuePage = z.object({ after });

const pageOfQueue = {
  /** How many there are in all. */
  total: z.int().min(0),
  /** null on the last page. */
  next: nextPage,
};

export const listPending = endpoint({
  method: 'GET',
  path: '/hospitals/:id/queues/pending',
  summary: "List the hospital's pending requests, oldest first, 200 at a time",
  rows: ['API-10', 'ADM-3', 'KEEP-9'],
  access: staffRoles,
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
  params: idParams,
  query: queuePage,
  reply: z.object({ queues: z.array(staffEntry).max(queuePageSize), ...pageOfQueue }),
  problems: ['not_found'],
});

/** When the hospital's day is over that an answer speaks of: what is open longer asks again. */
const dayEndsAt = instant;

/** The hospital's day in its own time zone [STAFF-2]. */
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
  params: idParams,
  reply: z.object({ counts: dayCounts, dayEndsAt }),
  problems: ['not_found'],
});

export const getCurrentEntry = endpoint({
  method: 'GET',
  path: '/queues/current',
  summary: 'Get the own current entry, the newest of several; 404 when there is none',
  rows: ['API-11', 'PAT-11'],
  access: ['patient'],
  reply: patientReply,
  problems: ['forbidden', 'no_current_queue'],
});

export const listOpenEntries = endpoint({
  method: 'GET',
  path: '/queues/open',
  summary: "List the open entries of the account's people, the oldest first",
  rows: ['API-11', 'PAT-11', 'PROF-1'],
  access: ['patient'],
  reply: z.object({ queues: z.array(patientEntry).max(listShown) }),
  problems: ['forbidden'],
});

export const listHistory = endpoint({
  method: 'GET',
  path: '/queues/history',
  summary:
    'List the own finished entries, of one person where one is named, newest first, at most 100',
  rows: ['API-12', 'PAT-11'],
  access: ['patient'],
  query: z.object({ patientId: forWhom }),
  reply: z.object({ queues: z.array(patientEntry).max(listShown) }),
  problems: ['forbidden', 'not_found'],
});

/** What a move would do, before it is made [waits: order and urgency]. */
export const moveEffect = z.object({
  /** Where the patient would stand; those on hold may make it another place than the one asked for. */
  position: z.int().min(1),
  /** How many would be passed; 0 when moving back. */
  passes: z.int().min(0),
  /** How many would go first instead; 0 when moving ahead. */
  letsPass: z.int().min(0),
  /** How often the one passed most would then have been passed by people who came later. */
  mostPasses: z.int().min(0),
  /** The longest wait in all, minutes from joining, of a low urgency; null when none waits. */
  longestLowWait: z.int().min(0).nullable(),
  /** The longest wait in all of those who would stand further back; null when none would. */
  longestWait: z.int().min(0).nullable(),
  needsReason: z.boolean(),
});
export type MoveEffect = z.infer<typeof moveEffect>;

export const getMoveEffect = endpoint({
  method: 'GET',
  path: '/queues/:id/move-effect',
  summary: 'Get what moving a waiting patient to a position would do to the others',
  rows: ['INV-12', 'ADM-5', 'STAFF-4'],
  access: staffRoles,
  params: idParams,
  /** In front unless told otherwise. */
  query: z.object({ position: position.default(1) }),
  reply: z.object({ effect: moveEffect }),
  problems: ['forbidden', 'not_found', 'illegal_transition'],
});

/** Where putting the place off would lead, before it is done. */
const delayEffect = {
  /** 1…n. */
  position: z.int().min(1),
  letsPass: z.int().min(0),
  /** null where nobody can say. */
  waitRange: waitRange.nullable(),
};

/** What a patient may choose from [WAIT-1]. */
export const delays = z.object({
  /** How often the place may still be put off in this visit. */
  left: z.int().min(0).max(mostDelays),
  /** Empty where it makes no sense: nobody can say when, or the patient is there. */
  late: z.array(z.object({ minutes: z.literal(lateSteps), ...delayEffect })).max(lateSteps.length),
  /** As many as stand behind. */
  later: z
    .array(z.object({ people: z.literal(laterSteps), ...delayEffect }))
    .max(laterSteps.length),
});
export type Delays = z.infer<typeof delays>;

export const getDelays = endpoint({
  method: 'GET',
  path: '/queues/:id/delays',
  summary: 'Get where being late, or letting others go first, would lead the own place',
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
    "Get a doctor's queue, or a shared line's: who is served, then the first 500 who wait by position; completed, the latest 100 of today",
  rows: ['API-22', 'ADM-5', 'CONS-3'],
  access: staffRoles,
  params: idParams,
  query: z.object({ includeCompleted: queryFlag.optional() }),
  reply: z.object({
    queue: z.array(staffEntry).max(maxPoints + lineShown + completedShown),
    /** Of all, also of those who are not listed. */
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
    'Move all who wait for a doctor or have asked to another one, or to the first free one of the department, with the time of arrival kept',
  rows: ['DAY-3'],
  access: staffRoles,
  params: idParams,
  body: z.object({ doctorId: uuid.optional() }),
  reply: z.object({ moved: z.int().min(0), to: z.object({ id: uuid, name: z.string() }) }),
  problems: ['forbidden', 'not_found', 'already_there', 'doctor_not_available', 'no_free_doctor'],
});

/** Visits of today in one answer, at most. */
export const visitsOfDayShown = 50;

/** Somebody who was to go on to a line that takes nobody now, and waits nowhere. */
const goingOn = z.object({
  /** The last stop. */
  entry: staffEntry,
  /** Where the visit goes on as soon as it can; a shared line or a doctor. */
  line: z.object({ id: uuid, name: z.string() }),
});
export type GoingOn = z.infer<typeof goingOn>;

export const listVisitsOfDay = endpoint({
  method: 'POST',
  path: '/hospitals/:id/queues/today',
  summary:
    "Search the visits and requests that ended on the hospital's today, the latest first, 50 at a time, and with `open` those that have not ended; by a part of the name, the token or the phone",
  rows: ['DESK-1', 'DESK-2', 'KEEP-9'],
  access: staffRoles,
  params: idParams,
  body: z.object({
    search: text(maxLength.name).optional(),
    /** Of this doctor alone. */
    doctorId: uuid.optional(),
    /** Also those that have not ended. */
    open: z.boolean().default(false),
    after,
  }),
  reply: z.object({
    visits: z.array(staffEntry).max(visitsOfDayShown),
    /** On the first page of a list without a search; who was done first comes first. */
    goingOn: z.array(goingOn).max(visitsOfDayShown),
    ...pageOfQueue,
    dayEndsAt,
  }),
  problems: ['not_found'],
});

/** Past visits in one answer, at most. */
export const visitsShown = 50;

export const listPatientVisits = endpoint({
  method: 'GET',
  path: '/hospital/patients/:id/visits',
  summary:
    "List a patient's past visits to the caller's hospital, the latest first, with the notes",
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  reply: z.object({ visits: z.array(staffEntry).max(visitsShown) }),
  problems: ['forbidden', 'not_found'],
});
