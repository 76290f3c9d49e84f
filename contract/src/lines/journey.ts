/**
 * A visit: one person's stops at a hospital on one day, with one token; from one line to the next, with the
 * right to return, and what is still planned [LINE-3, LINE-4].
 */
import { z } from 'zod';
import { doctorStatuses, maxLength, queueStatuses, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, text, uuid } from '../fields.ts';
import { seenQuery, staffEntry } from '../queue/queue.ts';
import { seen } from '../seen.ts';
import { serviceKinds } from './service-kinds.ts';
import { waitRange } from '../queue/wait.ts';

/** Stops of one visit, and stops that are planned, at most. */
export const maxStops = 30;
export const maxPlannedStops = 8;
/** For so long sending somebody on is undone, seconds: the ten that are offered and a slow network's. */
export const undoSendOnSeconds = 30;

/** A line as one may be sent to it; of a doctor, the doctor's own. */
const lineOfStop = {
  lineId: uuid,
  name: z.string(),
  department: z.string().nullable(),
  /** null: a doctor's own line. */
  service: z.enum(serviceKinds).nullable(),
};

/** One stop of a visit, in the order of the visit; those to come have no entry yet. */
export const journeyStop = z.object({
  entryId: uuid.nullable(),
  ...lineOfStop,
  /** Where to go in: the point that called, else the line's room; null while nobody has said. */
  room: z.string().nullable(),
  /** null while it is to come. */
  status: z.enum(queueStatuses).nullable(),
  /** Coming back to where the visit has been, which is kept for whoever was sent on to return. */
  isReturn: z.boolean(),
  /**
   * Of one to come: its line takes nobody now, and whoever is to go there next goes once it does. false as well of the
   * next one of a visit whose last stop was completed while that line took people: it waits for nothing.
   */
  isShut: z.boolean(),
  since: nullableInstant,
  startedAt: nullableInstant,
  endedAt: nullableInstant,
  /** Of the stop that waits: 1…n and its wait. */
  position: z.int().min(0),
  waitRange: waitRange.nullable(),
});
export type JourneyStop = z.infer<typeof journeyStop>;

export const journey = z.object({
  /** The first stop's entry; stays the visit's id. */
  visitId: uuid,
  token: z.string().nullable(),
  hospital: z.object({ id: uuid, name: z.string(), timeZone: z.string() }),
  startedAt: instant,
  /** null while a stop is open or planned. */
  endedAt: nullableInstant,
  stops: z.array(journeyStop).max(maxStops + maxPlannedStops),
  /** Minutes until the whole visit is over; null where nobody can say. */
  left: z.object({ lower: z.int().min(0), upper: z.int().min(0) }).nullable(),
});
export type Journey = z.infer<typeof journey>;

export const getJourney = endpoint({
  method: 'GET',
  path: '/queues/:id/journey',
  summary: 'Get the visit that an entry belongs to: its stops, past, present and planned',
  rows: ['LINE-4'],
  access: ['patient', ...staffRoles],
  params: idParams,
  reply: z.object({ journey }),
  problems: ['not_found'],
});

/** Why a line stands first among those to send somebody on to: planned for this visit, or usual after this line. */
export const nextReasons = ['planned', 'usual', 'other'] as const;
export const nextStop = z.object({
  ...lineOfStop,
  why: z.enum(nextReasons),
  /** Whether it takes people now: an open line, a doctor who is not Offline. */
  isOpen: z.boolean(),
  status: z.enum(doctorStatuses),
  waiting: z.int().min(0),
});
export type NextStop = z.infer<typeof nextStop>;

/** Lines to choose from, at most: those of the hospital by name behind the planned and usual ones, which are all there. */
export const maxNextStops = 600;

export const listNextStops = endpoint({
  method: 'GET',
  path: '/queues/:id/next-stops',
  summary:
    'List where a patient can be sent on to: planned stops, then the usual ones (behind the present stop, or `after` another line), then all others by name',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  /** A line that is planned last: what is usual after it stands first, instead of after the present stop. */
  query: z.object({ after: uuid.optional() }),
  reply: z.object({ stops: z.array(nextStop).max(maxNextStops) }),
  problems: ['forbidden', 'not_found'],
});

export const sendOn = endpoint({
  method: 'POST',
  path: '/queues/:id/send-on',
  summary:
    'Send somebody who is served or waits, or was to go on to a line that takes nobody, on to another line, a doctor’s or a shared one, with the token, the visit and, by the line’s rule, the time of arrival; with `comesBack` the right to return here is kept',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  query: seenQuery,
  body: z.object({
    /** A shared line's id or a doctor's. */
    lineId: uuid,
    /** Of one who is served: comes back to this line behind the stop that is sent to. */
    comesBack: z.boolean({ error: fieldMessages.choice }).default(false),
    notes: text(maxLength.note).optional(),
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
    'Take back, within seconds, that somebody was sent on; by the id of the stop that was sent to. With `seen`, the version that sending on answered of somebody who waited, what a colleague did since is not overruled',
  rows: ['LINE-3'],
  access: staffRoles,
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
  /** Shared lines' ids and doctors'. */
  lineIds: z
    .array(uuid, { error: fieldMessages.required })
    .max(maxPlannedStops, { error: fieldMessages.tooMany }),
};

export const planStops = endpoint({
  method: 'PUT',
  path: '/queues/:id/planned-stops',
  summary:
    'Plan the stops that come after the present one, whole and in their order; empty for none. With `seen` no plan that was made meanwhile is overruled',
  rows: ['LINE-3'],
  access: staffRoles,
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
