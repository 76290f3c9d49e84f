/**
 * Limits of a live line, of a doctor or shared: how many requests a day, until when, and how many people at once
 * [QST-1, PAT-6, LINE-6].
 */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, fieldMessages, idParams } from '../fields.ts';
import { seen } from '../seen.ts';
import { requestStates } from './requests-taken.ts';

/** The greatest limit of a line, per day and at once. */
export const maxLineLimit = 1000;

/** A limit of people. Zero is refused: such a line is closed instead. */
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

/** The limits of a line, and how far they are used, for staff. */
export const limitsUsed = z.object({
  limits: lineLimits,
  state: z.enum(requestStates),
  /** Requests of today that count; null without a daily limit. */
  requestsToday: z.int().min(0).nullable(),
  /** People who wait or have a pending request; null without a limit of those. */
  waiting: z.int().min(0).nullable(),
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
