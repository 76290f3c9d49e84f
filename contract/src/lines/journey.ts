/**
 * A visit: one person's steps at a hospital on one day under one token number. It includes planned
 * steps and the right to return to a line [LINE-3, LINE-4].
 */
import { z } from 'zod';
import { doctorStatuses, maxLength, queueStatuses, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, text, uuid } from '../fields.ts';
import { patientEntry, seenQuery, staffEntry } from '../queue/queue.ts';
import { seen } from '../seen.ts';
import { serviceKinds } from './service-kinds.ts';
import { waitRange } from '../queue/wait.ts';
import { handOffGiven } from '../visit/hand-offs.ts';

/** The most steps that one visit can have. */
export const maxStops = 30;
export const maxPlannedStops = 8;
/**
 * Seconds within which the server accepts an undo of forwarding a patient. The screen offers ten
 * seconds; the server allows more for a slow network.
 */
export const undoSendOnSeconds = 30;

/** A line to which a patient can be forwarded; for a doctor, the doctor's own line. */
const lineOfStop = {
  lineId: uuid,
  name: z.string(),
  department: z.string().nullable(),
  /** The service of the shared line; null for a doctor's own line. */
  service: z.enum(serviceKinds).nullable(),
};

/** One step of a visit, in order. A planned step has no queue entry yet. */
export const journeyStop = z.object({
  entryId: uuid.nullable(),
  ...lineOfStop,
  /**
   * The room that the patient goes to. It is the room of the service point that called, else of the
   * line, else null.
   */
  room: z.string().nullable(),
  /** The status of the step's queue entry; null for a planned step. */
  status: z.enum(queueStatuses).nullable(),
  /**
   * Whether this step returns the patient to an earlier line, in which the patient kept the right
   * to return.
   */
  isReturn: z.boolean(),
  /**
   * True if the line of this planned step accepts no patients now; the patient joins the line when
   * it opens. False if the line was open when the patient completed the previous step.
   */
  isShut: z.boolean(),
  since: nullableInstant,
  startedAt: nullableInstant,
  endedAt: nullableInstant,
  /** For a step that is waiting: the patient's position in the line, from 1, and the wait. */
  position: z.int().min(0),
  waitRange: waitRange.nullable(),
});
export type JourneyStop = z.infer<typeof journeyStop>;

export const journey = z.object({
  /** The id of the visit, which is the entry id of the visit's first step. */
  visitId: uuid,
  token: z.string().nullable(),
  hospital: z.object({ id: uuid, name: z.string(), timeZone: z.string() }),
  startedAt: instant,
  /** When the visit ended; null while a step is open or planned. */
  endedAt: nullableInstant,
  stops: z.array(journeyStop).max(maxStops + maxPlannedStops),
  /** Minutes until the whole visit is over; null if the end cannot be forecast. */
  left: z.object({ lower: z.int().min(0), upper: z.int().min(0) }).nullable(),
});
export type Journey = z.infer<typeof journey>;

export const getJourney = endpoint({
  method: 'GET',
  path: '/queues/:id/journey',
  summary: 'Get the visit of an entry: its past, present and planned stops',
  rows: ['LINE-4'],
  access: ['patient', ...staffRoles],
  key: 'queue:read',
  params: idParams,
  reply: z.object({ journey }),
  problems: ['not_found'],
});

/** A visit as its patient sees it later: every step so far, and whether it is over [PAT-11]. */
export const ownVisit = z.object({
  /** The steps of the visit in order, with the times of each. */
  stops: z.array(patientEntry).min(1).max(maxStops),
  /** When the visit ended; null while a step is open or planned. */
  endedAt: nullableInstant,
});
export type OwnVisit = z.infer<typeof ownVisit>;

export const getOwnVisit = endpoint({
  method: 'GET',
  path: '/queues/:id/visit',
  summary: "Get the caller's own visit by the id of any of its stops, with all its stops",
  rows: ['PAT-11', 'LINE-4', 'PROF-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ visit: ownVisit }),
  problems: ['not_found'],
});

/**
 * Why a line is suggested for the patient's next step: planned for this visit, or usual after the
 * present line.
 */
export const nextReasons = ['planned', 'usual', 'other'] as const;
export const nextStop = z.object({
  ...lineOfStop,
  why: z.enum(nextReasons),
  /**
   * Whether the line accepts patients now: an open line, or the line of a doctor who is not
   * Offline.
   */
  isOpen: z.boolean(),
  status: z.enum(doctorStatuses),
  waiting: z.int().min(0),
});
export type NextStop = z.infer<typeof nextStop>;

/**
 * The most lines in the list of possible next steps. The list always has the planned and usual
 * lines, then others by name.
 */
export const maxNextStops = 600;

export const listNextStops = endpoint({
  method: 'GET',
  path: '/queues/:id/next-stops',
  summary:
    'List where a patient can go next: planned stops, then the usual ones (after the present stop, or `after` another line), then all others by name',
  rows: ['LINE-3'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  /**
   * Suggests the steps after this planned line, instead of the steps after the patient's present
   * line.
   */
  query: z.object({ after: uuid.optional() }),
  reply: z.object({ stops: z.array(nextStop).max(maxNextStops) }),
  problems: ['forbidden', 'not_found'],
});

export const sendOn = endpoint({
  method: 'POST',
  path: '/queues/:id/send-on',
  summary:
    'Send a patient on to another line, a doctor’s or a shared one, keeping the token, the visit and, by the line’s rule, the arrival time. The patient is being served, waits, or is due at a line that accepts no patients; with `comesBack` the right to return here is kept',
  rows: ['LINE-3'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  query: seenQuery,
  body: z.object({
    /** The id of a shared line or a doctor. */
    lineId: uuid,
    /** For a patient who is being served: plans a return to this line after the next step. */
    comesBack: z.boolean({ error: fieldMessages.choice }).default(false),
    notes: text(maxLength.note).optional(),
    /** A hand-off note that goes with the patient. */
    handOff: handOffGiven.optional(),
  }),
  reply: z.object({ queue: staffEntry }),
  problems: [
    'forbidden',
    'not_found',
    'illegal_transition',
    'already_there',
    'is_on_hold',
    'line_closed',
    'doctor_not_available',
    'entry_changed',
    'hospital_closed',
    'too_many_stops',
  ],
});

export const undoSendOn = endpoint({
  method: 'POST',
  path: '/queues/:id/undo-send-on',
  summary:
    'Undo a transfer within seconds, by the id of the new stop. With `seen`, the version that the transfer of a waiting patient answered, later changes by colleagues are not overruled',
  rows: ['LINE-3'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  query: seenQuery,
  reply: z.object({ queue: staffEntry }),
  problems: [
    'forbidden',
    'not_found',
    'illegal_transition',
    'entry_changed',
    'undo_over',
    'point_in_use',
    'point_not_open',
  ],
});

const plan = {
  /** The lines of the planned steps: ids of shared lines and doctors. */
  lineIds: z
    .array(uuid, { error: fieldMessages.required })
    .max(maxPlannedStops, { error: fieldMessages.tooMany }),
};

export const planStops = endpoint({
  method: 'PUT',
  path: '/queues/:id/planned-stops',
  summary:
    'Replace the planned stops after the present one, in order; empty for none. With `seen`, a plan made meanwhile is not overruled',
  rows: ['LINE-3'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  body: z.object({ ...plan, seen: seen(z.object(plan)) }),
  reply: z.object({ journey }),
  problems: [
    'forbidden',
    'not_found',
    'illegal_transition',
    'already_there',
    'entry_changed',
    'changed_meanwhile',
    'too_many_stops',
  ],
});
