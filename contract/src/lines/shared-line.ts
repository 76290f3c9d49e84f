/**
 * Shared lines (registration, laboratory, any free doctor) and their service points, as an
 * administrator sets them up [LINE-1, LINE-2].
 */
import { z } from 'zod';
import {
  doctorStatuses,
  hospitalVerifications,
  maxLength,
  maxSharedLines,
  staffRoles,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  clockTime,
  fieldMessages,
  idParams,
  nullableInstant,
  requiredName,
  text,
  uuid,
} from '../fields.ts';
import { opening } from '../hospital/opening.ts';
import { intervals } from '../hospital/schedule.ts';
import { maxSessions } from '../hospital/timetable.ts';
import { seen } from '../seen.ts';
import { requestsTaken } from './requests-taken.ts';
import { lineNames, lineNamesGiven } from './line-names.ts';
import { maxPoints, serviceKinds } from './service-kinds.ts';
import { announcedLine, wait } from '../queue/wait.ts';

/**
 * Where in a line a patient enters who was forwarded to it. `arrival`: by arrival at the hospital.
 * `end`: at the end. `returns_next`: a patient who returns to the line goes next, but at most in
 * every n-th call.
 */
export const orderRules = ['arrival', 'end', 'returns_next'] as const;
export type OrderRule = (typeof orderRules)[number];

/** The most lines that can be set as usual next lines of a line. */
export const maxNextLines = 12;
/** The most receptionists assigned to one service point. */
export const maxPointStaff = 40;
/** The most lines that can be created in one API call. */
export const maxNewLines = 12;

/**
 * The states of a service point. Closed: nobody works there. Paused: somebody works there but calls
 * nobody.
 */
export const pointStates = ['open', 'paused', 'closed'] as const;
export type PointState = (typeof pointStates)[number];

const named = z.object({ id: uuid, name: z.string() });

/** A place where one patient at a time is served. */
export const servicePoint = z.object({
  id: uuid,
  lineId: uuid,
  /** The name of the service point as a display announces it: "Counter 3". */
  name: z.string(),
  /**
   * The names of the service point by language code, for patients. Patients see the plain name if
   * it has no name in their language.
   */
  names: lineNames.default({}),
  /**
   * The doctor of the service point; null for a counter. Only service points of `any_doctor` lines
   * have a doctor.
   */
  doctor: named.nullable(),
  /**
   * The planned opening hours of the service point on every day, for the line's wait forecasts.
   * Empty if no hours are planned.
   */
  hours: intervals.default([]),
  state: z.enum(pointStates),
  /** When and by whom the state was set; null for a service point that was never open. */
  since: nullableInstant,
  by: named.nullable(),
  /**
   * Receptionists who may work at this service point, by name; empty means any receptionist. Never
   * set for a doctor's service point.
   */
  staff: z.array(named).max(maxPointStaff).default([]),
  /**
   * The patient served at this service point now, by token number and queue entry. At a doctor's
   * service point, the patient with the doctor.
   */
  serving: z
    .object({ entryId: uuid, token: z.string().nullable(), since: nullableInstant })
    .nullable(),
});
export type ServicePoint = z.infer<typeof servicePoint>;

const lineName = requiredName(maxLength.name);
const pointName = requiredName(40);
const lineNamesSent = lineNamesGiven(maxLength.name);
const pointNamesSent = lineNamesGiven(40);
const department = requiredName(maxLength.name).nullable();
const room = requiredName(40).nullable();
/**
 * How often a returning patient is called: at most once in this many calls, so that the other
 * patients do not wait endlessly. Only for `returns_next`.
 */
const returnsEvery = z
  .int({ error: fieldMessages.number })
  .min(2, { error: fieldMessages.number })
  .max(20, { error: fieldMessages.number });

const lineFacts = {
  name: z.string(),
  /**
   * The names of the line by language code, for patients. Patients see the plain name if it has no
   * name in their language.
   */
  names: lineNames.default({}),
  kind: z.enum(serviceKinds),
  department: z.string().nullable(),
  /**
   * The room in which the line's patients wait. A service point that has a room of its own replaces
   * it.
   */
  room: z.string().nullable(),
  order: z.enum(orderRules, { error: fieldMessages.choice }),
  returnsEvery: z.int(),
  /** Whether the line accepts people now. */
  isOpen: z.boolean(),
  /** Whether patients may request a place in this line from home. */
  asksFromHome: z.boolean().default(false),
  /** Whether the line's timetable has times that can be booked. */
  takesBookings: z.boolean().default(false),
  /** Ids of the lines and doctors to which patients usually go after this line, likeliest first. */
  next: z.array(uuid).max(maxNextLines),
};

/**
 * A shared line as staff see it, with its service points sorted by name and the number of people in
 * it.
 */
export const sharedLine = z.object({
  id: uuid,
  ...lineFacts,
  points: z.array(servicePoint).max(maxPoints),
  waiting: z.int().min(0),
  inside: z.int().min(0),
  /** Rises by one with each change of the line's order. */
  version: z.int(),
});
export type SharedLine = z.infer<typeof sharedLine>;

/** A shared line in which patients may request a place from home [LINE-6]. */
export const homeLine = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(serviceKinds),
  department: z.string().nullable(),
  room: z.string().nullable(),
  hospital_id: uuid,
  hospitalStanding: z.enum(hospitalVerifications),
  /** The line's status: Available, or Offline while it accepts no patients. */
  status: z.enum(doctorStatuses),
  opening: opening.nullable(),
  takesRequestsShut: z.boolean(),
  /** Whether the line's limits allow another request now. */
  requests: requestsTaken,
  /** Whether times in this line can be booked. */
  takesBookings: z.boolean().default(false),
  /**
   * The hours of today in which the line serves patients without a booked time; empty if the line's
   * timetable has none.
   */
  openHours: z
    .array(z.object({ from: clockTime, to: clockTime, places: z.int().optional() }))
    .max(maxSessions)
    .default([]),
  timeZone: z.string(),
  /**
   * The names of the doctors who call patients from the line, the first free one each time. Only
   * for any-doctor lines.
   */
  doctors: z.array(z.string()).max(maxPoints),
  /** The number of open service points; 0 means that no wait can be forecast. */
  openPoints: z.int().min(0),
  waiting: z.int().min(0),
  /** The wait forecast for a patient approved now; null while no forecast is possible. */
  waitIfJoinedNow: wait.nullable(),
  /**
   * The state of the line for a patient who is approved now. It differs from the line's own state
   * if the opening hours may end before this patient is called.
   */
  lineIfJoinedNow: announcedLine.nullable().default(null),
});
export type HomeLine = z.infer<typeof homeLine>;

export const listHomeLines = endpoint({
  method: 'GET',
  path: '/hospitals/:id/lines',
  summary:
    'List the shared lines of a hospital in which patients may request a place from home, by name',
  rows: ['LINE-6'],
  access: 'public',
  params: idParams,
  reply: z.object({ lines: z.array(homeLine).max(maxSharedLines) }),
  problems: ['not_found'],
});

/**
 * A shared line as an event sends it to the hospital's staff; `isGone` is true once the line was
 * removed.
 */
export const publishedLine = sharedLine.extend({ isGone: z.boolean().optional() });
export type PublishedLine = z.infer<typeof publishedLine>;

const lineReply = z.object({ line: sharedLine });

export const listLines = endpoint({
  method: 'GET',
  path: '/hospital/lines',
  summary: "List the shared lines of the caller's hospital with their service points, by name",
  rows: ['LINE-1'],
  access: staffRoles,
  key: 'lines:read',
  /** `search` matches part of a line's name, also as it sounds in another script. */
  query: z.object({ search: text(maxLength.name).optional() }),
  reply: z.object({ lines: z.array(sharedLine).max(maxSharedLines) }),
  problems: ['forbidden'],
});

const lineBody = {
  name: lineName,
  names: lineNamesSent.default({}),
  department: department.default(null),
  room: room.default(null),
  order: z.enum(orderRules, { error: fieldMessages.choice }).default('end'),
  returnsEvery: returnsEvery.default(3),
  /**
   * Whether patients may request a place in this line from home. By default only in any-doctor
   * lines.
   */
  asksFromHome: z.boolean({ error: fieldMessages.choice }).optional(),
};

const newPoint = z.object({
  name: pointName,
  names: pointNamesSent.default({}),
  doctorId: uuid.nullable().default(null),
  hours: intervals.default([]),
});

/** A new line with its service points. */
export const newLine = z.object({
  ...lineBody,
  kind: z.enum(serviceKinds, { error: fieldMessages.choice }),
  points: z.array(newPoint).max(maxPoints, { error: fieldMessages.tooMany }).default([]),
});
export type NewLine = z.infer<typeof newLine>;
export type NewPoint = z.infer<typeof newPoint>;

export const addLines = endpoint({
  method: 'POST',
  path: '/hospital/lines',
  summary:
    'Create shared lines with their points, all or none; `inOrder` links each line to the next one',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  status: 201,
  body: z.object({
    lines: z
      .array(newLine, { error: fieldMessages.required })
      .min(1, { error: fieldMessages.required })
      .max(maxNewLines, { error: fieldMessages.tooMany }),
    /** Whether patients usually go through the new lines in the order of the list. */
    inOrder: z.boolean({ error: fieldMessages.choice }).default(false),
  }),
  example: { lines: [{ name: 'Laboratory', kind: 'laboratory', points: [{ name: 'Counter 1' }] }] },
  reply: z.object({ lines: z.array(sharedLine).max(maxNewLines) }),
  problems: ['forbidden', 'not_found', 'too_many_lines', 'line_exists', 'point_exists'],
});

export const editLine = endpoint({
  method: 'PUT',
  path: '/hospital/lines/:id',
  summary:
    'Rename a shared line, also in other languages, change its rule of order and where people usually go next',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    name: lineName,
    /** All names of the line in other languages, replaced as a whole. Unchanged if left out. */
    names: lineNamesSent.optional(),
    department,
    room,
    order: z.enum(orderRules, { error: fieldMessages.choice }),
    returnsEvery,
    /** Whether patients may request a place in this line from home. Unchanged if left out. */
    asksFromHome: z.boolean({ error: fieldMessages.choice }).optional(),
    next: z.array(uuid).max(maxNextLines, { error: fieldMessages.tooMany }),
    seen: seen(
      sharedLine
        .pick({
          name: true,
          names: true,
          department: true,
          room: true,
          order: true,
          returnsEvery: true,
          asksFromHome: true,
          next: true,
        })
        .partial({ names: true, asksFromHome: true }),
    ),
  }),
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'line_exists', 'changed_meanwhile'],
});

export const setLineOpen = endpoint({
  method: 'PUT',
  path: '/hospital/lines/:id/open',
  summary: 'Open or close a shared line for new patients; waiting patients are still called',
  rows: ['LINE-1'],
  access: ['receptionist', 'hospital_admin'],
  params: idParams,
  body: z.object({ isOpen: z.boolean({ error: fieldMessages.choice }) }),
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'already_in_queue'],
});

export const removeLine = endpoint({
  method: 'DELETE',
  path: '/hospital/lines/:id',
  summary: 'Remove a shared line and its points; refused while somebody is in it or has booked it',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  params: idParams,
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'line_in_use', 'line_has_appointments'],
});

export const addPoint = endpoint({
  method: 'POST',
  path: '/hospital/lines/:id/points',
  summary: 'Add a service point to a shared line; for `any_doctor` it is a doctor of the hospital',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  status: 201,
  params: idParams,
  body: newPoint,
  example: { name: 'Counter 3' },
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'point_exists', 'too_many_points', 'point_needs_doctor'],
});

export const renamePoint = endpoint({
  method: 'PUT',
  path: '/hospital/points/:id',
  summary:
    'Change the name by which people are called to a service point, its names in other languages, and its planned hours',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    name: pointName,
    /**
     * All names of the service point in other languages, replaced as a whole. Unchanged if left
     * out.
     */
    names: pointNamesSent.optional(),
    /** The planned opening hours of the service point. Unchanged if left out. */
    hours: intervals.optional(),
    seen: seen(
      servicePoint
        .pick({ name: true, names: true, hours: true })
        .partial({ names: true, hours: true }),
    ),
  }),
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'point_exists', 'changed_meanwhile'],
});

export const setPointStaff = endpoint({
  method: 'PUT',
  path: '/hospital/points/:id/staff',
  summary: 'Set which receptionists may work at a counter; empty means any receptionist',
  rows: ['LINE-2'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    staffIds: z.array(uuid).max(maxPointStaff, { error: fieldMessages.tooMany }),
    seen: seen(z.object({ staffIds: z.array(uuid) })),
  }),
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'point_of_doctor', 'changed_meanwhile'],
});

export const removePoint = endpoint({
  method: 'DELETE',
  path: '/hospital/points/:id',
  summary: 'Remove a service point; refused while somebody is served there',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  params: idParams,
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'point_in_use'],
});

/** Templates of lines: an administrator edits them and creates them in one step. */
export const lineTemplates = {
  small_clinic: {
    inOrder: true,
    lines: [
      { kind: 'registration', order: 'arrival', points: 1 },
      { kind: 'billing', order: 'end', points: 1 },
    ],
  },
  outpatient: {
    inOrder: true,
    lines: [
      { kind: 'registration', order: 'arrival', points: 2 },
      { kind: 'vitals', order: 'arrival', points: 1 },
      { kind: 'any_doctor', order: 'returns_next', points: 0 },
      { kind: 'pharmacy', order: 'end', points: 2 },
    ],
  },
  laboratory: { inOrder: false, lines: [{ kind: 'laboratory', order: 'end', points: 3 }] },
  pharmacy: { inOrder: false, lines: [{ kind: 'pharmacy', order: 'end', points: 2 }] },
} as const;
