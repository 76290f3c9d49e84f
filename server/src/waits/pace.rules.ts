/**
 * How fast a doctor works, learnt from the consultations themselves. Times in minutes.
 * Shrinkage towards the usual pace: Ibrahim & Whitt 2009, 2011 (delay-history predictors).
 */

/** What is remembered: decayed sums, so that yesterday counts more than last month. */
export interface Pace {
  /** Sum of consultation lengths, minutes, each capped and decayed. */
  readonly minutes: number;
  /** Their number, decayed alike. */
  readonly visits: number;
  /** When it was last brought up to date. */
  readonly at: Date | null;
  /** What is taken of a doctor nobody knows yet, minutes. */
  readonly usual: number;
  /** Sum and number of the consultations since the last long pause. */
  readonly sessionMinutes: number;
  readonly sessionVisits: number;
  /** Sum of the squares of the lengths, decayed like them. */
  readonly squares: number;
}

/** A doctor's pace as the database keeps it. */
export interface PaceRow {
  pace_minutes: number;
  pace_visits: number;
  pace_squares: number;
  pace_at: Date | null;
  usual_minutes: number;
  session_minutes: number;
  session_visits: number;
}

export function paceOf(row: PaceRow): Pace {
  return {
    minutes: row.pace_minutes,
    visits: row.pace_visits,
    squares: row.pace_squares,
    at: row.pace_at,
    usual: row.usual_minutes,
    sessionMinutes: row.session_minutes,
    sessionVisits: row.session_visits,
  };
}

/** The same the other way round. */
export function rowOfPace(pace: Pace): PaceRow {
  return {
    pace_minutes: pace.minutes,
    pace_visits: pace.visits,
    pace_squares: pace.squares,
    pace_at: pace.at,
    usual_minutes: pace.usual,
    session_minutes: pace.sessionMinutes,
    session_visits: pace.sessionVisits,
  };
}

/** What a consultation takes where nothing is known at all, minutes. */
const usualMinutes = 12;
/** How many of the doctor's own consultations the usual pace weighs as much as. */
const usualWeight = 8;
/** How many of today's consultations the doctor's own pace weighs as much as. */
const ownWeight = 20;
/** How many of a specialty's consultations the hospital's pace weighs as much as. */
const hospitalWeight = 4;

/**
 * What a day leaves of the weight of what was learnt: a doctor who has become slower shows in days.
 * Tried against a longer memory in the worlds of `bench/waits` (decision 080).
 */
const dailyDecay = 0.88;
/**
 * So many times the doctor's mean counts at most: one visit must not spoil a session, and over the
 * weeks a tighter cap would make all waits too short.
 */
const longestInMeans = { ofSession: 5, ever: 8 } as const;
/** Even longer is a forgotten tap, not a consultation, and counts as less. */
const forgottenInMeans = { ofSession: 2.5, ever: 3.5 } as const;
const dayMs = 86_400_000;
/** After a longer pause the next consultation begins another session. */
const sessionPauseMs = 4 * 3_600_000;

/** Of a doctor who has seen nobody. */
export const noPace: Pace = {
  minutes: 0,
  visits: 0,
  at: null,
  squares: 0,
  usual: usualMinutes,
  sessionMinutes: 0,
  sessionVisits: 0,
};

/** The doctor's own mean from one call to the next, minutes, whatever today is like; above 0. */
function ownMean({ usual, minutes, visits }: Pace): number {
  return (usualWeight * usual + minutes) / (usualWeight + visits);
}

function isUnderWay({ at }: Pace, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() <= sessionPauseMs;
}

/**
 * The mean from one call to the next, as it goes today, minutes; always above 0. Of several who serve a line
 * good and bad days even out: what today is like counts for less.
 */
export function meanConsultation(pace: Pace, now: Date, points = 1): number {
  const known = ownWeight * points;
  const minutes = isUnderWay(pace, now) ? pace.sessionMinutes : 0;
  const visits = isUnderWay(pace, now) ? pace.sessionVisits : 0;
  return (known * ownMean(pace) + minutes) / (known + visits);
}

/** How far doctors differ from each other, and a doctor's days, as shares of the mean. */
const deviations = { ofDoctors: 0.25, ofDays: 0.12 };

/** How far the mean of today may be off, as a share of it; of so many who serve the line. */
export function paceError(pace: Pace, now: Date, points = 1): number {
  const known = ownWeight * points;
  const today = isUnderWay(pace, now) ? pace.sessionVisits : 0;
  const ofDoctor = (deviations.ofDoctors ** 2 * usualWeight) / (usualWeight + pace.visits);
  const ofDay = ((deviations.ofDays ** 2 / points) * known) / (known + today);
  return Math.sqrt(ofDoctor + ofDay);
}

/** The pace after one more consultation of this many minutes. */
export function learn(pace: Pace, minutes: number, now: Date): Pace {
  const pause = pace.at === null ? Infinity : Math.max(0, now.getTime() - pace.at.getTime());
  const kept = pace.at === null ? 1 : dailyDecay ** (pause / dayMs);
  const mean = ownMean(pace);
  const longest = minutes > longestInMeans.ever * mean ? forgottenInMeans : longestInMeans;
  const counted = Math.min(Math.max(0, minutes), longest.ever * mean);
  const countedNow = Math.min(counted, longest.ofSession * mean);
  const isNewSession = pause > sessionPauseMs;
  return {
    minutes: pace.minutes * kept + counted,
    visits: pace.visits * kept + 1,
    at: now,
    usual: pace.usual,
    sessionMinutes: (isNewSession ? 0 : pace.sessionMinutes) + countedNow,
    sessionVisits: (isNewSession ? 0 : pace.sessionVisits) + 1,
    squares: pace.squares * kept + counted ** 2,
  };
}

interface Sum {
  readonly minutes: number;
  readonly visits: number;
}

/** The squared coefficient of variation of the consultations of some doctors, each against the own mean. */
export function squaredVariation(paces: readonly (Sum & { readonly squares: number })[]): number {
  let variation = 0;
  let weight = 0;
  for (const { minutes, visits, squares } of paces) {
    // Where the squares have not been learnt yet, nothing is known of the spread.
    if (visits <= 0 || minutes <= 0 || squares <= 0) continue;
    variation += visits * Math.max(0, (squares * visits) / minutes ** 2 - 1);
    weight += visits;
  }
  return weight === 0 ? 0 : variation / weight;
}

/** What to take of a doctor of this specialty whom nobody knows, minutes. */
export function usualPace(ofSpecialty: Sum, ofHospital: Sum): number {
  const hospital =
    (hospitalWeight * usualMinutes + ofHospital.minutes) / (hospitalWeight + ofHospital.visits);
  return (hospitalWeight * hospital + ofSpecialty.minutes) / (hospitalWeight + ofSpecialty.visits);
}

/** A consultation that has ended, and whoever is called next; ms since 1970. */
export interface TwoCalls {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly nextCallAt: number;
  /** When whoever is next was seen to be at the hospital; null: nobody knows. */
  readonly nextHereAt: number | null;
  /** When the doctor's status last changed. */
  readonly statusSince: number | null;
  /** Of the plan. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

/** From the end of a consultation to the next call, where that is not known or says nothing, minutes. */
export const usualChangeOver = 1;
/** With nobody's word that the next one was there, a longer gap may have been a wait for the patient. */
const longestUnseenGap = 3;

/**
 * How much of the doctor's time a visit took, minutes: to the next call where the next one was there
 * and nothing lay between, else what is known of the consultation; undefined where a pause of the
 * plan lies within it, which somebody has forgotten to say.
 */
export function visitMinutes(calls: TwoCalls): number | undefined {
  const { startedAt, endedAt, nextCallAt, nextHereAt, statusSince, pauses } = calls;
  const inside = (endedAt - startedAt) / 60_000;
  if (pauses.some(({ from, to }) => startedAt < from && to <= endedAt)) return undefined;
  const alone = inside + usualChangeOver;
  const isInterrupted = statusSince !== null && statusSince > startedAt && statusSince < nextCallAt;
  const reachesPause = pauses.some(({ from }) => startedAt < from && from <= nextCallAt);
  if (isInterrupted || reachesPause) return alone;
  const cycle = (nextCallAt - startedAt) / 60_000;
  if (nextHereAt === null) return Math.min(cycle, inside + longestUnseenGap);
  return nextHereAt <= endedAt ? cycle : Math.min(cycle, alone);
}
