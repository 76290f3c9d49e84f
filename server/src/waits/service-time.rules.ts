/**
 * A doctor's service time per patient, measured from consultations. Times are in minutes. The
 * measurement is shrunk towards the usual service time: Ibrahim & Whitt 2009, 2011 (delay-history
 * predictors).
 */
import {
  dailyDecay,
  fewestOfSession,
  forgetting,
  forgottenInMeans,
  hospitalPaceWeight,
  leastLeft,
  leastVariation,
  longestInMeans,
  longestUnseenGap,
  ownWeight,
  paceDeviations,
  sessionPause,
  usualChangeOver,
  usualMinutes,
  usualWeight,
} from './constants.rules.ts';

/**
 * The sums from which a doctor's service time per patient is computed. They decay exponentially, so
 * that yesterday counts more than last month.
 */
export interface ServiceTime {
  /** The sum of consultation lengths in minutes; each length is capped, and the sum decays. */
  readonly minutes: number;
  /** The number of consultations. It decays in the same way as the sum of lengths. */
  readonly visits: number;
  /** The time at which the sums last decayed. */
  readonly at: Date | null;
  /** The mean service time that is assumed for a new doctor, in minutes. */
  readonly usual: number;
  /** The sum of the lengths of the consultations since the last long pause, in minutes. */
  readonly sessionMinutes: number;
  readonly sessionVisits: number;
  /**
   * The sum of the squared consultation lengths. It decays in the same way as the sum of lengths.
   */
  readonly squares: number;
}

/** A doctor's service time as stored in the database. */
export interface ServiceTimeRow {
  pace_minutes: number;
  pace_visits: number;
  pace_squares: number;
  pace_at: Date | null;
  usual_minutes: number;
  session_minutes: number;
  session_visits: number;
}

export function serviceTimeOf(row: ServiceTimeRow): ServiceTime {
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

export function rowOfServiceTime(serviceTime: ServiceTime): ServiceTimeRow {
  return {
    pace_minutes: serviceTime.minutes,
    pace_visits: serviceTime.visits,
    pace_squares: serviceTime.squares,
    pace_at: serviceTime.at,
    usual_minutes: serviceTime.usual,
    session_minutes: serviceTime.sessionMinutes,
    session_visits: serviceTime.sessionVisits,
  };
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The service time of a doctor whose consultations were never measured. */
export const noServiceTime: ServiceTime = {
  minutes: 0,
  visits: 0,
  at: null,
  squares: 0,
  usual: usualMinutes,
  sessionMinutes: 0,
  sessionVisits: 0,
};

/**
 * The doctor's own mean time from one call to the next over all days, in minutes; always above 0.
 */
function ownMean({ usual, minutes, visits }: ServiceTime): number {
  return (usualWeight * usual + minutes) / (usualWeight + visits);
}

function isUnderWay({ at }: ServiceTime, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() <= sessionPause * hourMs;
}

/**
 * Today's mean time from one call to the next, in minutes; always above 0. With several service
 * points good and bad days average out, so today's measurements have less weight.
 */
export function meanConsultation(serviceTime: ServiceTime, now: Date, points = 1): number {
  const known = ownWeight * points;
  const minutes = isUnderWay(serviceTime, now) ? serviceTime.sessionMinutes : 0;
  const visits = isUnderWay(serviceTime, now) ? serviceTime.sessionVisits : 0;
  return (known * ownMean(serviceTime) + minutes) / (known + visits);
}

/**
 * The relative error of today's mean time from one call to the next. With several service points
 * the error is smaller.
 */
export function serviceTimeError(serviceTime: ServiceTime, now: Date, points = 1): number {
  const known = ownWeight * points;
  const today = isUnderWay(serviceTime, now) ? serviceTime.sessionVisits : 0;
  const ofDoctor =
    (paceDeviations.ofDoctors ** 2 * usualWeight) / (usualWeight + serviceTime.visits);
  const ofDay = ((paceDeviations.ofDays ** 2 / points) * known) / (known + today);
  return Math.sqrt(ofDoctor + ofDay);
}

/** The service time per patient after one more consultation of this many minutes is counted. */
export function learn(serviceTime: ServiceTime, minutes: number, now: Date): ServiceTime {
  const pause =
    serviceTime.at === null ? Infinity : Math.max(0, now.getTime() - serviceTime.at.getTime());
  const kept = serviceTime.at === null ? 1 : dailyDecay ** (pause / dayMs);
  const mean = ownMean(serviceTime);
  const longest = minutes > longestInMeans.ever * mean ? forgottenInMeans : longestInMeans;
  const counted = Math.min(Math.max(0, minutes), longest.ever * mean);
  const countedNow = Math.min(counted, longest.ofSession * mean);
  const isNewSession = pause > sessionPause * hourMs;
  const known = isNewSession ? withoutFormerPace(serviceTime) : serviceTime;
  return {
    minutes: known.minutes * kept + counted,
    visits: known.visits * kept + 1,
    at: now,
    usual: serviceTime.usual,
    sessionMinutes: (isNewSession ? 0 : serviceTime.sessionMinutes) + countedNow,
    sessionVisits: (isNewSession ? 0 : serviceTime.sessionVisits) + 1,
    squares: known.squares * kept + counted ** 2,
  };
}

/**
 * The sums after a session. If the session differed from earlier days by more than chance explains,
 * the earlier days get less weight. A doctor who becomes permanently slower differs every day, so
 * the former service time is forgotten within a week. A single bad day has little effect (decision
 * 093).
 */
function withoutFormerPace(serviceTime: ServiceTime): Sums {
  const { minutes, visits, squares, sessionMinutes, sessionVisits } = serviceTime;
  const former = { minutes: minutes - sessionMinutes, visits: visits - sessionVisits };
  if (sessionVisits < fewestOfSession || former.visits < fewestOfSession || former.minutes <= 0) {
    return serviceTime;
  }
  const mean = former.minutes / former.visits;
  const varied = Math.max(leastVariation, (squares * visits) / minutes ** 2 - 1);
  const chance = Math.sqrt(
    paceDeviations.ofDays ** 2 + varied / sessionVisits + varied / former.visits,
  );
  const surprise = Math.abs(sessionMinutes / sessionVisits / mean - 1) / chance;
  const left = Math.max(leastLeft, 1 - forgetting * Math.max(0, surprise - 1));
  const all = (former.visits * left + sessionVisits) / visits;
  return {
    minutes: former.minutes * left + sessionMinutes,
    visits: former.visits * left + sessionVisits,
    squares: squares * all,
  };
}

type Sums = Pick<ServiceTime, 'minutes' | 'visits' | 'squares'>;

interface Sum {
  readonly minutes: number;
  readonly visits: number;
}

/**
 * The squared coefficient of variation of some doctors' consultations. Each doctor's consultations
 * are compared with that doctor's mean.
 */
export function squaredVariation(
  serviceTimes: readonly (Sum & { readonly squares: number })[],
): number {
  let variation = 0;
  let weight = 0;
  for (const { minutes, visits, squares } of serviceTimes) {
    // Without stored squares, the spread is unknown.
    if (visits <= 0 || minutes <= 0 || squares <= 0) continue;
    variation += visits * Math.max(0, (squares * visits) / minutes ** 2 - 1);
    weight += visits;
  }
  return weight === 0 ? 0 : variation / weight;
}

/**
 * The mean service time assumed for a new doctor of this specialty, in minutes. It is the
 * hospital's mean, scaled by how much the specialty's `typical` minutes differ from the usual
 * minutes.
 */
export function usualServiceTime(
  ofSpecialty: Sum,
  ofHospital: Sum,
  typical = usualMinutes,
): number {
  const hospital =
    (hospitalPaceWeight * usualMinutes + ofHospital.minutes) /
    (hospitalPaceWeight + ofHospital.visits);
  const prior = (hospital * typical) / usualMinutes;
  return (
    (hospitalPaceWeight * prior + ofSpecialty.minutes) / (hospitalPaceWeight + ofSpecialty.visits)
  );
}

/** A consultation that has ended, and the next call. Times are in milliseconds since 1970. */
export interface TwoCalls {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly nextCallAt: number;
  /** The time at which the next patient's arrival was recorded; null if unknown. */
  readonly nextHereAt: number | null;
  readonly statusSince: number | null;
  /** The planned pauses of the day. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

/**
 * The time that a doctor needed for a visit, in minutes. It is the time until the next call, if the
 * next patient was present and no pause came between. Otherwise it is the length of the
 * consultation. Undefined if a whole planned pause lies within the consultation, because somebody
 * forgot to end the consultation.
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
