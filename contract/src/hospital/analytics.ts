/** Figures of a hospital over a period of its own calendar, for its administrators [ADM-1]. */
import { z } from 'zod';
import {
  aheadGroups,
  longestPeriodDays,
  namesShown,
  promiseMoments,
  promiseStates,
  urgencies,
} from '../constants.ts';
import { flow } from './analytics-flow.ts';
import { endpoint } from '../endpoint.ts';
import { day, dayGiven, fieldMessages, uuid } from '../fields.ts';

/** How many, and how long; minutes, one decimal. A visit counts where it was asked for. */
const figures = {
  /** Asked for a place. */
  arrivals: z.int(),
  /** Called in, whatever came of it. */
  called: z.int(),
  completed: z.int(),
  noShow: z.int(),
  rejected: z.int(),
  /** Left or taken off. */
  cancelled: z.int(),
  /** From being let in to being called; null when nobody was called. */
  waitMedian: z.number().nullable(),
  waitP90: z.number().nullable(),
  /** From arriving at the hospital to being called; null when nobody's arrival is known. */
  onSiteMedian: z.number().nullable(),
  onSiteVisits: z.int(),
  /** Of the waits told on being let in, those of which it is known, and those kept. */
  promises: z.int(),
  promisesKept: z.int(),
};
export const periodFigures = z.object(figures);
export type PeriodFigures = z.infer<typeof periodFigures>;

export const doctorFigures = z.object({
  ...figures,
  doctor: z.object({ id: uuid, name: z.string(), department: z.string() }),
  /** Completed visits for each hour in which the doctor saw somebody; null without one. */
  perHour: z.number().nullable(),
});

/**
 * Time on site of those who joined from elsewhere against those who walked in to the same doctor,
 * over the last year; published once there are enough visits [LAND-3].
 */
export const onSiteClaim = z.object({
  from: day,
  to: day,
  /** Visits whose arrival is known: joined before arriving, and joined on arriving. */
  remoteVisits: z.int(),
  walkInVisits: z.int(),
  /** How many visits are missing before it can be told; 0 when it is. */
  missingVisits: z.int(),
  /** Share of the time on site saved, with its 95 % interval; null while visits are missing. */
  saved: z.object({ share: z.number(), lower: z.number(), upper: z.number() }).nullable(),
  /** What it costs: minutes of an hour in which a doctor saw nobody though somebody was in the line; null without a visit. */
  idlePerHour: z.number().nullable(),
  /** Share of those called who were not there at the first call; null without a call. */
  absentShare: z.number().nullable(),
});
export type OnSiteClaim = z.infer<typeof onSiteClaim>;

/** How often told waits held: called before the later time, and between both. */
const held = { promises: z.int(), kept: z.int(), inside: z.int() };
export const promiseFigures = z.object({
  moments: z
    .array(z.object({ ...held, moment: z.enum(promiseMoments) }))
    .max(promiseMoments.length),
  states: z.array(z.object({ ...held, state: z.enum(promiseStates) })).max(promiseStates.length),
  /** `from`: the fewest people ahead in the group. */
  ahead: z.array(z.object({ ...held, from: z.int() })).max(aheadGroups.length),
  /** Of what visits of several stops were told to take still, as each stop began to wait [LINE-5]. */
  visits: z.object(held),
});
export type PromiseFigures = z.infer<typeof promiseFigures>;

/** The path of a hospital's page of how well its times hold. */
export function keptTimesPath(hospitalId: string): string {
  return `/kept-times/${hospitalId}`;
}

export const analytics = z.object({
  from: day,
  to: day,
  today: day,
  timeZone: z.string(),
  /** How far times may be from the true ones, minutes: 0 where all are exact, as those of days always are. */
  withinMinutes: z.number(),
  total: z.object({ ...figures, perHour: z.number().nullable() }),
  days: z.array(z.object({ ...figures, day })).max(longestPeriodDays),
  /** By the hour of the hospital's clock in which was asked, those without anybody left out. */
  hours: z.array(z.object({ ...figures, hour: z.int() })).max(24),
  /** By name; at most so many, those with the most visits. */
  doctors: z.array(doctorFigures).max(namesShown),
  urgencies: z.array(z.object({ ...figures, urgency: z.enum(urgencies) })).max(urgencies.length),
  /** By when they were told, the state of the line and who was ahead; those without any left out. */
  keptTimes: promiseFigures,
  onSite: onSiteClaim,
  /** Through the lines, doctors' and shared ones; null for a hospital without a shared line [LINE-5]. */
  flow: flow.nullable(),
  /** Whether the page of how well times hold is there for everybody [WAIT-3]. */
  showsKeptTimes: z.boolean(),
  hospitalId: uuid,
});
export type Analytics = z.infer<typeof analytics>;

/** Both ends belong to the period; each is the hospital's today unless told. `days`: so many up to today. */
const period = z.object({
  from: dayGiven().optional(),
  to: dayGiven().optional(),
  days: z.coerce
    .number({ error: fieldMessages.number })
    .int({ error: fieldMessages.number })
    .min(1, { error: fieldMessages.number })
    .max(longestPeriodDays, { error: fieldMessages.number })
    .optional(),
});

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/hospital/analytics',
  summary: "Get the hospital's figures of a period: visits, waits, time on site, kept promises",
  rows: ['ADM-1', 'API-26', 'QST-12'],
  access: ['hospital_admin'],
  query: period,
  mayTakeMs: 60_000,
  reply: analytics,
  problems: ['forbidden'],
});

export const exportAnalytics = endpoint({
  method: 'GET',
  path: '/hospital/analytics/csv',
  summary: 'Export the same figures as a table',
  rows: ['ADM-1', 'API-26'],
  access: ['hospital_admin'],
  query: period,
  download: ['text/csv; charset=utf-8'],
  reply: z.unknown(),
  problems: ['forbidden'],
});

export const setKeptTimesPage = endpoint({
  method: 'PUT',
  path: '/hospital/kept-times-page',
  summary: 'Show everybody how well the times that the hospital tells hold, or show nobody',
  rows: ['WAIT-3'],
  access: ['hospital_admin'],
  body: z.object({ isShown: z.boolean({ error: fieldMessages.choice }) }),
  reply: z.object({ isShown: z.boolean() }),
  problems: ['forbidden'],
});
