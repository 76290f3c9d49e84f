/** A hospital's analytics over a period of its own calendar, for its administrators [ADM-1]. */
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

/**
 * Counts of visits, and durations in minutes with one decimal. A visit counts in the hour and on
 * the day of its request.
 */
const figures = {
  /** The number of requests for a place in a doctor's line. */
  arrivals: z.int(),
  /** The number of patients who were called, whatever happened then. */
  called: z.int(),
  completed: z.int(),
  noShow: z.int(),
  rejected: z.int(),
  /** The number of requests and entries that the patient or staff cancelled. */
  cancelled: z.int(),
  /** Median minutes from approval to the call; null when nobody was called. */
  waitMedian: z.number().nullable(),
  waitP90: z.number().nullable(),
  /** Median minutes from arrival at the hospital to the call; null when no arrival is known. */
  onSiteMedian: z.number().nullable(),
  onSiteVisits: z.int(),
  /**
   * The number of wait forecasts made on approval whose outcome is known. `promisesKept` of them
   * were right: the patient was called by the upper end of the forecast.
   */
  promises: z.int(),
  promisesKept: z.int(),
};
export const periodFigures = z.object(figures);
export type PeriodFigures = z.infer<typeof periodFigures>;

export const doctorFigures = z.object({
  ...figures,
  doctor: z.object({ id: uuid, name: z.string(), department: z.string() }),
  /** Completed visits for each hour in which the doctor saw patients; null without such an hour. */
  perHour: z.number().nullable(),
});

/**
 * The time on site that patients save who joined remotely, compared with walk-ins to the same doctor over the last
 * year. Published once there are enough visits [LAND-3].
 */
export const onSiteClaim = z.object({
  from: day,
  to: day,
  /**
   * Visits with a known arrival time. `remoteVisits`: the patient joined before arriving.
   * `walkInVisits`: the patient joined on arriving.
   */
  remoteVisits: z.int(),
  walkInVisits: z.int(),
  /** How many more visits are needed before the saved time is published; 0 once it is published. */
  missingVisits: z.int(),
  /**
   * Share of the time on site saved, with its 95 % confidence interval; null while visits are
   * missing.
   */
  saved: z.object({ share: z.number(), lower: z.number(), upper: z.number() }).nullable(),
  /**
   * Minutes per hour in which a doctor saw nobody although somebody was in line; null without a
   * visit.
   */
  idlePerHour: z.number().nullable(),
  /** Share of called patients who were absent at the first call; null without a call. */
  absentShare: z.number().nullable(),
});
export type OnSiteClaim = z.infer<typeof onSiteClaim>;

/**
 * How accurate wait forecasts were: their number, how many patients were called by the upper end of
 * the range (`kept`), and how many within the range (`inside`).
 */
const held = { promises: z.int(), kept: z.int(), inside: z.int() };
export const promiseFigures = z.object({
  moments: z
    .array(z.object({ ...held, moment: z.enum(promiseMoments) }))
    .max(promiseMoments.length),
  states: z.array(z.object({ ...held, state: z.enum(promiseStates) })).max(promiseStates.length),
  /**
   * The accuracy of forecasts by the number of people ahead; `from` is the lowest number of each
   * group.
   */
  ahead: z.array(z.object({ ...held, from: z.int() })).max(aheadGroups.length),
  /**
   * Forecasts of the remaining time of visits with several steps, made when each step began to wait
   * [LINE-5].
   */
  visits: z.object(held),
});
export type PromiseFigures = z.infer<typeof promiseFigures>;

/** The path of a hospital's page on the accuracy of its forecasts. */
export function keptTimesPath(hospitalId: string): string {
  return `/kept-times/${hospitalId}`;
}

export const analytics = z.object({
  from: day,
  to: day,
  today: day,
  timeZone: z.string(),
  /**
   * The largest error of the durations in these analytics, in minutes. It is 0 if all are exact, as
   * for single days.
   */
  withinMinutes: z.number(),
  total: z.object({ ...figures, perHour: z.number().nullable() }),
  days: z.array(z.object({ ...figures, day })).max(longestPeriodDays),
  /**
   * The figures by hour of the request on the hospital's clock. Hours without requests are left
   * out.
   */
  hours: z.array(z.object({ ...figures, hour: z.int() })).max(24),
  /**
   * The figures of each doctor, sorted by name. If there are too many doctors, those with the most
   * visits are kept.
   */
  doctors: z.array(doctorFigures).max(namesShown),
  urgencies: z.array(z.object({ ...figures, urgency: z.enum(urgencies) })).max(urgencies.length),
  /**
   * Accuracy of the forecasts, by moment of the forecast, state of the line and people ahead. Empty
   * groups are left out.
   */
  keptTimes: promiseFigures,
  onSite: onSiteClaim,
  /**
   * How patients moved from line to line, those of doctors and shared ones such as the laboratory's.
   * null for a hospital without a shared line [LINE-5].
   */
  flow: flow.nullable(),
  /** Whether the hospital's page on the accuracy of its forecasts is public [WAIT-3]. */
  showsKeptTimes: z.boolean(),
  hospitalId: uuid,
});
export type Analytics = z.infer<typeof analytics>;

/**
 * The first and last day of the period, both included. Each defaults to the hospital's current
 * date. `days`: instead, a number of days up to today.
 */
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
  summary:
    "Get the hospital's analytics of a period: visits, waits, time on site and forecasts that held",
  rows: ['ADM-1', 'API-26', 'QST-12'],
  access: ['hospital_admin'],
  key: 'figures:read',
  query: period,
  mayTakeMs: 60_000,
  reply: analytics,
  problems: ['forbidden'],
});

export const exportAnalytics = endpoint({
  method: 'GET',
  path: '/hospital/analytics/csv',
  summary: 'Export the same analytics as a table',
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
  summary: "Publish or hide the page on how well the hospital's wait forecasts hold",
  rows: ['WAIT-3'],
  access: ['hospital_admin'],
  body: z.object({ isShown: z.boolean({ error: fieldMessages.choice }) }),
  reply: z.object({ isShown: z.boolean() }),
  reachesOutside: true,
  problems: ['forbidden', 'not_in_practice'],
});
