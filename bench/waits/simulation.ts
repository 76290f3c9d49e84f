/** A seeded simulation of hospitals, told by the server's own estimator, that knows what really happens. */
import {
  boundsOf,
  estimateWait,
  type LineAhead,
  type PlannedBreak,
  predictWait,
} from '../../server/src/waits/estimate.rules.ts';
import {
  bucketOf,
  defaultFit,
  fitAbsentShare,
  fitRanges,
  type Score,
  type WaitFit,
} from '../../server/src/waits/fit.rules.ts';
import {
  cycleMinutes,
  learn,
  meanConsultation,
  noPace,
  type Pace,
  usualPace,
} from '../../server/src/waits/pace.rules.ts';

/** Of the figures printed; others tell how far one run may be off. */
export const usualSeed = 2026;
const hospitalCount = 8;
const doctorsEach = 6;
const days = 60;
/** The first days teach; what is told on them does not count. */
const learningDays = 10;
const minuteMs = 60_000;
const dayMs = 86_400_000;
export const absentShare = 0.08;
export const breakMinutes = 40;
/** A doctor opens up to so many minutes late. */
export const latestOpening = 15;
/** Looking for somebody who is not there takes a minute. */
export const absentMinutes = 1;
/** One tap in fifty is forgotten for a while. */
const forgottenShare = 0.02;
const forgottenMinutes = 3;

interface SimulatedDoctor {
  /** True mean of a consultation, minutes, and how much lengths vary. */
  readonly mean: number;
  readonly variation: number;
  pace: Pace;
}

interface Visit {
  readonly arrivesAt: number;
  readonly isAbsent: boolean;
  calledAt: number | undefined;
  endedAt: number | undefined;
}

export interface Told {
  readonly ahead: number;
  readonly expected: number;
  readonly deviation: number;
  readonly minutes: number;
  readonly upper: number;
  /** The upper end before it is rounded up to five minutes. */
  readonly bound: number;
  readonly naive: number;
  readonly scene: Scene;
  readonly day: number;
  actual: number;
}

/** All that can be known when somebody comes: the state of the line, and the true distributions. */
export interface Scene {
  /** Minutes since the planned opening. */
  readonly at: number;
  /** Those in the line, the absent among them too. */
  readonly ahead: number;
  /** When the one who is inside was called. */
  readonly calledAt: number | undefined;
  /** When the break began; later than `at` while only the past of it is known. */
  readonly breakBegan: number | undefined;
  readonly truth: Truth;
}

interface Truth {
  /** True mean and spread of this doctor's day, minutes. */
  readonly mean: number;
  readonly variation: number;
  readonly breaks: readonly { readonly startsAt: number; readonly length: number }[];
  readonly opensAt: number;
}

/** Mulberry32: the same numbers for the same seed. */
export function seededRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function normalOf(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A lognormal length with this mean and coefficient of variation, minutes. */
function lengthOf(random: () => number, mean: number, variation: number): number {
  const spread = Math.sqrt(Math.log(1 + variation ** 2));
  return mean * Math.exp(spread * normalOf(random) - spread ** 2 / 2);
}

/** From the end of a consultation until the next one can be called, minutes. */
export function changeOver(random: () => number, isForgotten = random() < forgottenShare): number {
  return 0.5 + random() + (isForgotten ? forgottenMinutes : 0);
}

/** Everything told in the simulation. `slowFrom`: the day from which all take 30 % longer. */
export function simulateWaits({ slowFrom = Infinity, seed = usualSeed } = {}): Told[] {
  const random = seededRandom(seed);
  const told: Told[] = [];
  for (let hospital = 0; hospital < hospitalCount; hospital += 1) {
    const doctors = Array.from({ length: doctorsEach }, (): SimulatedDoctor => {
      const mean = 12 * Math.exp(0.25 * normalOf(random));
      return { mean, variation: 0.6 + 0.2 * random(), pace: noPace };
    });
    const scores: Score[] = [];
    const seen = { absent: 0, visits: 0 };
    let fit: WaitFit = defaultFit;
    for (let day = 0; day < days; day += 1) {
      // As the server does now and then: here before each day's opening.
      fit = {
        quantiles: fitRanges(scores.toReversed()),
        absentShare: fitAbsentShare(seen.absent, seen.visits),
      };
      const sums = { minutes: 0, visits: 0 };
      for (const { pace } of doctors) {
        sums.minutes += pace.minutes;
        sums.visits += pace.visits;
      }
      for (const doctor of doctors) {
        doctor.pace = { ...doctor.pace, usual: usualPace(sums, sums) };
        const slow = day >= slowFrom ? 1.3 : 1;
        const drift = 1 + 0.1 * Math.sin(day / 15);
        const mean = doctor.mean * slow * drift * Math.exp(0.12 * normalOf(random));
        const ofDay = session(random, doctor, mean, day, fit);
        for (const one of ofDay.told) {
          told.push(one);
          if (one.deviation > 0) {
            const score = (one.actual - one.expected) / one.deviation;
            scores.push({ bucket: bucketOf(one.ahead), score });
          }
        }
        seen.absent += ofDay.absent;
        seen.visits += ofDay.visits;
      }
    }
  }
  return told.filter(({ day }) => day >= learningDays);
}

/** One session of a doctor: people come, are told a wait, are called one after the other. */
function session(
  random: () => number,
  doctor: SimulatedDoctor,
  mean: number,
  day: number,
  fit: WaitFit,
): { told: Told[]; absent: number; visits: number } {
  const opensAt = random() * latestOpening;
  const truth: Truth = {
    mean,
    variation: doctor.variation,
    breaks: [{ startsAt: 150, length: breakMinutes }],
    opensAt,
  };
  const cycle = (mean + 1) * (1 - absentShare);
  const visits = arrivals(random, cycle);
  const told: Told[] = [];
  const awaited: { visit: Visit; told: Told }[] = [];
  const waiting: Visit[] = [];
  let next = 0;
  let freeAt = opensAt;
  let running: Visit | undefined;
  let last: { startedAt: number; endedAt: number } | undefined;
  let absent = 0;
  let breakBegan: number | undefined;

  for (;;) {
    const arriving = visits[next];
    const callAt = waiting.length > 0 ? Math.max(freeAt, waiting[0]?.arrivesAt ?? 0) : Infinity;
    if (arriving === undefined && callAt === Infinity) break;
    if (arriving !== undefined && arriving.arrivesAt <= callAt) {
      next += 1;
      if (running && (running.endedAt ?? 0) <= arriving.arrivesAt) running = undefined;
      const one = tell(
        arriving.arrivesAt,
        waiting.length,
        running,
        breakBegan,
        doctor,
        truth,
        fit,
        day,
      );
      waiting.push(arriving);
      if (!arriving.isAbsent) {
        told.push(one);
        awaited.push({ visit: arriving, told: one });
      }
      continue;
    }
    const pause = truth.breaks[0];
    if (pause && breakBegan === undefined && callAt >= pause.startsAt) {
      breakBegan = Math.max(freeAt, pause.startsAt);
      freeAt = breakBegan + pause.length;
      last = undefined;
      running = undefined;
      continue;
    }
    const visit = waiting.shift();
    if (!visit) continue;
    if (visit.isAbsent) {
      absent += 1;
      freeAt = callAt + absentMinutes;
      continue;
    }
    visit.calledAt = callAt;
    if (last) {
      const minutes = cycleMinutes(
        { startedAt: dateOf(day, last.startedAt), endedAt: dateOf(day, last.endedAt) },
        { waitingSince: dateOf(day, visit.arrivesAt), startedAt: dateOf(day, callAt) },
        null,
      );
      if (minutes !== undefined) doctor.pace = learn(doctor.pace, minutes, dateOf(day, callAt));
    }
    const isForgotten = random() < forgottenShare;
    const length = lengthOf(random, truth.mean, truth.variation);
    visit.endedAt = callAt + length;
    last = { startedAt: callAt, endedAt: visit.endedAt };
    running = visit;
    freeAt = visit.endedAt + changeOver(random, isForgotten);
  }
  for (const { visit, told: one } of awaited) one.actual = (visit.calledAt ?? 0) - visit.arrivesAt;
  return { told, absent, visits: visits.length };
}

/** Some at the opening, the others spread over four hours, to a load of about nine tenths. */
function arrivals(random: () => number, cycle: number): Visit[] {
  const count = Math.round((240 / cycle) * (0.8 + 0.25 * random()));
  return Array.from({ length: count }, (_, n) => ({
    arrivesAt: n < 5 ? -10 * random() : 230 * random(),
    isAbsent: random() < absentShare,
    calledAt: undefined,
    endedAt: undefined,
  })).toSorted((a, b) => a.arrivesAt - b.arrivesAt);
}

function tell(
  at: number,
  ahead: number,
  running: Visit | undefined,
  breakBegan: number | undefined,
  doctor: SimulatedDoctor,
  truth: Truth,
  fit: WaitFit,
  day: number,
): Told {
  const breaks: PlannedBreak[] = truth.breaks
    .filter(() => breakBegan === undefined || breakBegan > at)
    .map(({ startsAt, length }) => ({ startsIn: startsAt - at, length }));
  // Announced with its end when it begins.
  const breakLeft =
    breakBegan === undefined || breakBegan > at ? 0 : breakBegan + breakMinutes - at;
  const backIn = Math.max(0, -at, breakLeft);
  const line: LineAhead = {
    ahead,
    mean: meanConsultation(doctor.pace, dateOf(day, at)),
    runningFor: running ? at - (running.calledAt ?? at) : null,
    backIn,
    breaks,
  };
  const { expected, deviation } = predictWait(line, fit);
  const { minutes, upper } = estimateWait(line, fit);
  return {
    ahead,
    expected,
    deviation,
    minutes,
    upper,
    bound: boundsOf(line, fit).upper,
    naive: (ahead + 1) * 15,
    scene: { at, ahead, calledAt: running?.calledAt, breakBegan, truth },
    day,
    actual: 0,
  };
}

function dateOf(day: number, minute: number): Date {
  return new Date(day * dayMs + minute * minuteMs);
}
