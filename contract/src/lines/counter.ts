/**
 * Work at a service point: opening it, calling patients, and finishing with them [LINE-2, LINE-3].
 */
import { z } from 'zod';
import { lineShown, maxLength, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, text, uuid } from '../fields.ts';
import { staffEntry } from '../queue/queue.ts';
import { pointStates, servicePoint, sharedLine } from './shared-line.ts';

/**
 * The screen of a service point. At a doctor's service point, `named` is the line of patients for
 * this doctor alone. Each call then takes the patient whose turn comes first in the two lines
 * together.
 */
export const counter = z.object({
  point: servicePoint,
  line: sharedLine,
  serving: staffEntry.nullable(),
  /** The first 500 entries of the shared line, by position. */
  waiting: z.array(staffEntry).max(lineShown),
  named: z.array(staffEntry).max(lineShown),
  dayEndsAt: instant,
});
export type Counter = z.infer<typeof counter>;

export const getCounter = endpoint({
  method: 'GET',
  path: '/hospital/points/:id',
  summary: 'Get the screen of a service point: its staff, who waits, and who comes next',
  rows: ['LINE-2'],
  access: staffRoles,
  key: 'queue:read',
  params: idParams,
  reply: z.object({ counter }),
  problems: ['forbidden', 'not_found', 'not_assigned'],
});

export const setPointState = endpoint({
  method: 'PUT',
  path: '/hospital/points/:id/state',
  summary: 'Open, pause or close a service point; the person who opens it is shown as being there',
  rows: ['LINE-2'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  body: z.object({ state: z.enum(pointStates, { error: fieldMessages.choice }) }),
  reply: z.object({ line: sharedLine }),
  problems: [
    'forbidden',
    'not_found',
    'not_assigned',
    'point_already_so',
    'point_in_use',
    'point_not_open',
    'doctor_not_available',
  ],
});

export const callNext = endpoint({
  method: 'POST',
  path: '/hospital/points/:id/call-next',
  summary:
    'Call the next patient to an open service point; two points that call at once get two different patients',
  rows: ['LINE-2', 'INV-3'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  reply: z.object({ queue: staffEntry }),
  problems: [
    'forbidden',
    'not_found',
    'not_assigned',
    'point_not_open',
    'point_paused',
    'point_in_use',
    'nobody_to_call',
  ],
});

export const callAgain = endpoint({
  method: 'POST',
  path: '/hospital/points/:id/call-again',
  summary: 'Call the patient of a point again, on the displays too',
  rows: ['LINE-2'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  reply: z.object({ queue: staffEntry }),
  problems: ['forbidden', 'not_found', 'not_assigned', 'nobody_inside'],
});

/**
 * The outcome of a call to a service point: served, absent (the patient keeps the right to go
 * next), or no-show.
 */
export const pointOutcomes = ['completed', 'not_here', 'no_show'] as const;
export type PointOutcome = (typeof pointOutcomes)[number];

export const finishAtPoint = endpoint({
  method: 'POST',
  path: '/hospital/points/:id/finish',
  summary:
    'Finish with the patient at a point: completed, not here, or no show. Completing goes on to the next planned stop',
  rows: ['LINE-2', 'LINE-3'],
  access: staffRoles,
  key: 'queue:act',
  params: idParams,
  body: z.object({
    as: z.enum(pointOutcomes, { error: fieldMessages.choice }),
    notes: text(maxLength.note).optional(),
    /**
     * The queue entry that the user saw on the screen. The call is refused if somebody else was
     * called since then.
     */
    entryId: uuid.optional(),
  }),
  example: { as: 'completed' },
  /**
   * `next`: the entry of the patient's planned next step. `shut`: the planned next line if it
   * accepts no patients now. In that case the step stays planned, and the patient waits in no line.
   */
  reply: z.object({
    queue: staffEntry,
    next: staffEntry.nullable(),
    shut: z.object({ id: uuid, name: z.string() }).nullable(),
  }),
  problems: [
    'forbidden',
    'not_found',
    'not_assigned',
    'nobody_inside',
    'entry_changed',
    'already_in_queue',
  ],
});
