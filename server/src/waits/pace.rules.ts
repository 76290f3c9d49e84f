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
}

/** A doctor's pace as the database keeps it. */
export interface PaceRow {
  pace_minutes: number;
  pace_visits: number;
  pace_at: Date | null;
  usual_minutes: number;
  session_minutes: number;
  session_visits: number;
}

export function paceOf(row: PaceRow): Pace {
  return {
    minutes: row.pace_minutes,
    visits: row.pace_visits,
    at: row.pace_at,
    usual: row.usual_minutes,
    sessionMinutes: row.session_minutes,
    sessionVisits: row.session_visits,
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
/** What a day takes off the weight of what was learnt. */
const dailyDecay = 0.985;
/**
 * Longer is a forgotten tap, not a consultation: this many times the doctor's mean counts at most.
 * One of them must not spoil a session; over the weeks a tighter cap would make all waits too short.
 */
const longestInMeans = { ofSession: 2.5, ever: 3.5 };
const dayMs = 86_400_000;
/** After a longer pause the next consultation begins another session. */
const sessionPauseMs = 4 * 3_600_000;

/** Of a doctor who has seen nobody. */
export const noPace: Pace = {
  minutes: 0,
  visits: 0,
  at: null,
  usual: usualMinutes,
  sessionMinutes: 0,
  sessionVisits: 0,
};

/** The doctor's own mean from one call to the next, minutes, whatever today is like; above 0. */
function ownMean({ usual, minutes, visits }: Pace): number {
  return (usualWeight * usual + minutes) / (usualWeight + visits);
}

/** The mean from one call to the next, as it goes today, minutes; always above 0. */
export function meanConsultation(pace: Pace, now: Date): number {
  const isUnderWay = pace.at !== null && now.getTime() - pace.at.getTime() <= sessionPauseMs;
  const minutes = isUnderWay ? pace.sessionMinutes : 0;
  const visits = isUnderWay ? pace.sessionVisits : 0;
  return (ownWeight * ownMean(pace) + minutes) / (ownWeight + visits);
}

/** The pace after one more consultation of this many minutes. */
export function learn(pace: Pace, minutes: number, now: Date): Pace {
  const pause = pace.at === null ? Infinity : Math.max(0, now.getTime() - pace.at.getTime());
  const kept = pace.at === null ? 1 : dailyDecay ** (pause / dayMs);
  const mean = ownMean(pace);
  const counted = Math.min(Math.max(0, minutes), longestInMeans.ever * mean);
  const countedNow = Math.min(counted, longestInMeans.ofSession * mean);
  const isNewSession = pause > sessionPauseMs;
  return {
    minutes: pace.minutes * kept + counted,
    visits: pace.visits * kept + 1,
    at: now,
    usual: pace.usual,
    sessionMinutes: (isNewSession ? 0 : pace.sessionMinutes) + countedNow,
    sessionVisits: (isNewSession ? 0 : pace.sessionVisits) + 1,
  };
}

interface Sum {
  readonly minutes: number;
  readonly visits: number;
}

/** What to take of a doctor of this specialty whom nobody knows, minutes. */
export function usualPace(ofSpecialty: Sum, ofHospital: Sum): number {
  const hospital =
    (hospitalWeight * usualMinutes + ofHospital.minutes) / (hospitalWeight + ofHospital.visits);
  return (hospitalWeight * hospital + ofSpecialty.minutes) / (hospitalWeight + ofSpecialty.visits);
}

/**
 * What the time between two calls teaches: undefined when the next patient was not there yet when
 * the first left, or the doctor's status changed in between.
 */
export function cycleMinutes(
  before: { readonly startedAt: Date; readonly endedAt: Date },
  next: { readonly waitingSince: Date; readonly startedAt: Date },
  interruptedAt: Date | null,
): number | undefined {
  if (next.waitingSince > before.endedAt) return undefined;
  if (interruptedAt !== null && interruptedAt > before.startedAt) return undefined;
  return (next.startedAt.getTime() - before.startedAt.getTime()) / 60_000;
}
