/**
 * Shared lines (registration, laboratory, any free doctor) and their service points, as an
 * administrator sets them up [LINE-1, LINE-2].
 */
import { z } from 'zod';
import { doctorStatuses, hospitalVerifications, maxLength, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, nullableInstant, requiredName, text, uuid } from '../fields.ts';
import { opening } from '../hospital/opening.ts';
import { intervals } from '../hospital/schedule.ts';
import { seen } from '../seen.ts';
import { requestsTaken } from './requests-taken.ts';
import { lineNames, lineNamesGiven } from './line-names.ts';
import { maxPoints, serviceKinds } from './service-kinds.ts';
import { announcedLine, wait } from '../queue/wait.ts';

/**
 * Where a transferred patient enters a line. `arrival`: by arrival at the hospital. `end`: at the
 * end. `returns_next`: a return goes next, at most every n-th call.
 */
export const orderRules = ['arrival', 'end', 'returns_next'] as const;
export type OrderRule = (typeof orderRules)[number];

/** The most shared lines of a hospital, and usual next lines of one. */
export const maxSharedLines = 60;
export const maxNextLines = 12;
/** The most people assigned to one service point. */
export const maxPointStaff = 40;
/** The most lines created in one call. */
export const maxNewLines = 12;

/** Closed: nobody is there. Paused: somebody is there but calls nobody. */
export const pointStates = ['open', 'paused', 'closed'] as const;
export type PointState = (typeof pointStates)[number];

const named = z.object({ id: uuid, name: z.string() });

/** A place where one patient at a time is served. */
export const servicePoint = z.object({
  id: uuid,
  lineId: uuid,
  /** As a display announces it: "Counter 3". */
  name: z.string(),
  /**
   * Names by language code, for patients. Without a name in their language, they see the plain one.
   */
  names: lineNames.default({}),
  /** The doctor of the point; null for a counter. Only points of `any_doctor` lines have one. */
  doctor: named.nullable(),
  /** When it is planned to be open, every day; none: no plan. The waits of its line use it. */
  hours: intervals.default([]),
  state: z.enum(pointStates),
  /** When and by whom the state was set; null for one that was never open. */
  since: nullableInstant,
  by: named.nullable(),
  /**
   * Receptionists who may work here, by name; empty: any receptionist. Never set for a doctor's
   * point.
   */
  staff: z.array(named).max(maxPointStaff).default([]),
  /**
   * The patient served here now, by token and entry; for a doctor's point, the patient with the
   * doctor.
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
 * At most one of this many calls goes to a returning patient, so that others do not wait endlessly. Only for
 * `returns_next`.
 */
const returnsEvery = z
  .int({ error: fieldMessages.number })
  .min(2, { error: fieldMessages.number })
  .max(20, { error: fieldMessages.number });

const lineFacts = {
  name: z.string(),
  /**
   * Names by language code, for patients. Without a name in their language, they see the plain one.
   */
  names: lineNames.default({}),
  kind: z.enum(serviceKinds),
  department: z.string().nullable(),
  /** The room to wait in or go to, unless the calling point has its own. */
  room: z.string().nullable(),
  order: z.enum(orderRules, { error: fieldMessages.choice }),
  returnsEvery: z.int(),
  /** Whether the line accepts people now. */
  isOpen: z.boolean(),
  /** Whether patients may request a place in it from home. */
  asksFromHome: z.boolean().default(false),
  /** Ids of the usual next lines and doctors, likeliest first. */
  next: z.array(uuid).max(maxNextLines),
};

/** A shared line as staff see it, with its points by name and the number of people in it. */
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
  /** Available, or Offline while it accepts no patients. */
  status: z.enum(doctorStatuses),
  opening: opening.nullable(),
  takesRequestsShut: z.boolean(),
  /** Whether the line's limits leave room for a request now. */
  requests: requestsTaken,
  timeZone: z.string(),
  /** Its doctors, of whom the first free one calls; only for any-doctor lines. */
  doctors: z.array(z.string()).max(maxPoints),
  /** The number of open points; 0 means that no wait can be forecast. */
  openPoints: z.int().min(0),
  waiting: z.int().min(0),
  /** The wait of a patient approved now; null while it cannot be forecast. */
  waitIfJoinedNow: wait.nullable(),
  /** The state for that patient: the line's, or that the hours may end before the call. */
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

/** A shared line in an event to its hospital's staff; `isGone` once it was removed. */
export const publishedLine = sharedLine.extend({ isGone: z.boolean().optional() });
export type PublishedLine = z.infer<typeof publishedLine>;

const lineReply = z.object({ line: sharedLine });

export const listLines = endpoint({
  method: 'GET',
  path: '/hospital/lines',
  summary: "List the shared lines of the caller's hospital with their service points, by name",
  rows: ['LINE-1'],
  access: staffRoles,
  /** `search` matches part of a name, also as it sounds in another script. */
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
  /** By default only for any-doctor lines. */
  asksFromHome: z.boolean({ error: fieldMessages.choice }).optional(),
};

const newPoint = z.object({
  name: pointName,
  names: pointNamesSent.default({}),
  doctorId: uuid.nullable().default(null),
  hours: intervals.default([]),
});

/** A new line with its points. */
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
    /** Whether people usually go from each line to the next in this order. */
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
    /** All names in other languages, replaced as a whole. Unchanged if left out. */
    names: lineNamesSent.optional(),
    department,
    room,
    order: z.enum(orderRules, { error: fieldMessages.choice }),
    returnsEvery,
    /** Unchanged if left out. */
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
  summary: 'Remove a shared line and its points; refused while somebody is in it',
  rows: ['LINE-1'],
  access: ['hospital_admin'],
  params: idParams,
  reply: lineReply,
  problems: ['forbidden', 'not_found', 'line_in_use'],
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
    /** All names in other languages, replaced as a whole. Unchanged if left out. */
    names: pointNamesSent.optional(),
    /** Unchanged if left out. */
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
