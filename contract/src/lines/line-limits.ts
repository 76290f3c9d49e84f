/**
 * Limits of the line of a doctor or a shared line: how many requests a day, until when, and how
 * many people at once [QST-1, PAT-6, LINE-6].
 */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, fieldMessages, idParams } from '../fields.ts';
import { seen } from '../seen.ts';
import { requestStates } from './requests-taken.ts';

/** The greatest limit of a line, per day and at once. */
export const maxLineLimit = 1000;

/** A number of people as a limit. Zero is refused, because such a line is closed instead. */
const people = z
  .int({ error: fieldMessages.number })
  .min(1, { error: fieldMessages.number })
  .max(maxLineLimit, { error: fieldMessages.number });

/** Refuses midnight, which would leave no time for a request. */
const lastTime = clockTime.refine((time) => time !== '00:00', { error: fieldMessages.time });

export const lineLimits = z.object({
  /** The most requests a day on the hospital's calendar; null: no limit. */
  requestsADay: people.nullable(),
  /** From this time of the hospital's clock until midnight patients cannot request a place, HH:MM; null: no limit. */
  lastRequestAt: lastTime.nullable(),
  /** The most people who wait at once, with those whose request is pending; null: no limit. */
  waitingAtOnce: people.nullable(),
});
export type LineLimits = z.infer<typeof lineLimits>;

/** The limits of a line, and how much of each limit is used, for staff. */
export const limitsUsed = z.object({
  limits: lineLimits,
  state: z.enum(requestStates),
  /** Today's requests that count towards the daily limit; null without a daily limit. */
  requestsToday: z.int().min(0).nullable(),
  /** People who wait or have a pending request; null without a limit of people at once. */
  waiting: z.int().min(0).nullable(),
  /**
   * The timetable's session for patients who come now without a booked time, and the number of its
   * requests. It is null without such a session, or if the session has no limit of places.
   */
  session: z
    .object({ from: clockTime, to: clockTime, places: z.int(), requests: z.int().min(0) })
    .nullable()
    .default(null),
});
export type LimitsUsed = z.infer<typeof limitsUsed>;

export const getLineLimits = endpoint({
  method: 'GET',
  path: '/hospital/lines/:id/limits',
  summary: 'Get the limits of a line of a doctor or a shared line, and how far they are used today',
  rows: ['QST-1', 'LINE-6'],
  access: staffRoles,
  params: idParams,
  reply: limitsUsed,
  problems: ['forbidden', 'not_found'],
});

export const setLineLimits = endpoint({
  method: 'PUT',
  path: '/hospital/lines/:id/limits',
  summary:
    'Set the limits of a line of a doctor or a shared line: requests a day, time of the last request, people at once; nobody who has already asked is affected',
  rows: ['QST-1', 'LINE-6'],
  access: ['hospital_admin'],
  params: idParams,
  body: lineLimits.extend({ seen: seen(lineLimits) }),
  example: { requestsADay: 40, lastRequestAt: '16:00', waitingAtOnce: null },
  reply: limitsUsed,
  problems: ['forbidden', 'not_found', 'changed_meanwhile'],
});
