/**
 * A seeded simulation of hospitals that knows what really happens: how far the told waits are off,
 * beside an oracle that knows every distribution but not the draws. The estimator is the server's own.
 */
import {
  boundsOf,
  estimateWait,
  type LineAhead,
  type PlannedBreak,
  predictWait,
} from '../../server/src/waits/estimate.rules.ts';
import {
  bucketOf,
  bucketStarts,
  defaultFit,
  fitAbsentShare,
  fitQuantiles,
  scoresKept,
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
import type { Figure } from '../figures.ts';
import type { Part } from './part.ts';

const seed = 2026;
const hospitalCount = 8;
const doctorsEach = 6;
const days = 60;
/** The first days teach; what is told on them does not count. */
const learningDays = 10;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const absentShare = 0.08;
const breakMinutes = 40;

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

interface Told {
  readonly ahead: number;
  readonly expected: number;
  readonly deviation: number;
  readonly minutes: number;
  readonly upper: number;
  /** The upper end before it is rounded up to five minutes. */
  readonly bound: number;
  readonly naive: number;
  readonly oracle: number;
  readonly day: number;
  actual: number;
}

interface Truth {
  /** True mean and spread of this doctor's day, minutes. */
  readonly mean: number;
  readonly variation: number;
  readonly breaks: readonly { readonly startsAt: number; readonly length: number }[];
  readonly opensAt: number;
}

/** Mulberry32: the same numbers for the same seed. */
function seededRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normalOf(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A lognormal length with this mean and coefficient of variation, minutes. */
function lengthOf(random: () => number, mean: number, variation: number): number {
  const spread = Math.sqrt(Math.log(1 + variation ** 2));
  return mean * Math.exp(spread * normalOf(random) - spread ** 2 / 2);
}

/** Everything told in the simulation. `slowFrom`: the day from which all take 30 % longer. */
export function simulateWaits(slowFrom = Infinity): Told[] {
  const random = seededRandom(seed);
  const told: Told[] = [];
  for (let hospital = 0; hospital < hospitalCount; hospital += 1) {
    const doctors = Array.from({ length: doctorsEach }, (): SimulatedDoctor => {
      const mean = 12 * Math.exp(0.25 * normalOf(random));
      return { mean, variation: 0.6 + 0.2 * random(), pace: noPace };
    });
    const scores: number[][] = bucketStarts.map(() => []);
    const seen = { absent: 0, visits: 0 };
    let fit: WaitFit = defaultFit;
    for (let day = 0; day < days; day += 1) {
      // As the server does now and then: here before each day's opening.
      fit = {
        quantiles: scores.map((of) => fitQuantiles(of.slice(-scoresKept))),
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
            scores[bucketOf(one.ahead)]?.push((one.actual - one.expected) / one.deviation);
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
  const opensAt = random() * 15;
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
      freeAt = callAt + 1;
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
    // One tap in fifty is forgotten for a while.
    const isForgotten = random() < 0.02;
    const length = lengthOf(random, truth.mean, truth.variation);
    visit.endedAt = callAt + length;
    last = { startedAt: callAt, endedAt: visit.endedAt };
    running = visit;
    freeAt = visit.endedAt + 0.5 + random() + (isForgotten ? 3 : 0);
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
  const known = predictWait({ ...line, mean: truth.mean + 1 }, { ...fit, absentShare });
  const opening = at < truth.opensAt ? Math.max(0, truth.opensAt / 2 - Math.max(0, -at)) / 2 : 0;
  return {
    ahead,
    expected,
    deviation,
    minutes,
    upper,
    bound: boundsOf(line, fit).upper,
    naive: (ahead + 1) * 15,
    oracle: known.expected + opening,
    day,
    actual: 0,
  };
}

function dateOf(day: number, minute: number): Date {
  return new Date(day * dayMs + minute * minuteMs);
}

function rootMeanSquare(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function coverage(told: readonly Told[]): number {
  return told.filter(({ actual, bound }) => actual <= bound).length / told.length;
}

/** What the simulation came to, each beside the oracle's or the simple rule's of the same run. */
export function waitFigures(): Figure[] {
  const told = simulateWaits();
  const errors = (value: (one: Told) => number) => told.map((one) => value(one) - one.actual);
  const size = (list: readonly number[]) => meanOf(list.map(Math.abs));
  const own = errors((one) => one.expected);
  const shown = errors((one) => one.minutes);
  const oracle = errors((one) => one.oracle);
  const naive = errors((one) => one.naive);
  const slow = simulateWaits(40).filter(({ day }) => day === 41);
  const against = 'an oracle that knows the distributions';
  const none = { reference: undefined, against: '' };
  return [
    figure(
      'root mean square error',
      rootMeanSquare(own),
      rootMeanSquare(oracle),
      against,
      '≤ 1.15',
    ),
    figure('mean error', size(own), size(oracle), against, '≤ 1.17'),
    figure('mean error of the median shown', size(shown), size(oracle), against, '≤ 1.12'),
    figure(
      'root mean square error',
      rootMeanSquare(own),
      rootMeanSquare(naive),
      '15 minutes × position',
      '≤ 0.70',
    ),
    { name: 'bias', unit: 'min', value: meanOf(own), ...none, aim: '−3 to 3' },
    { name: 'waits told', unit: '', value: told.length, ...none, aim: '' },
    {
      name: 'called by the upper end as shown, rounded up to 5',
      unit: '',
      value: told.filter(({ actual, upper }) => actual <= upper).length / told.length,
      ...none,
      aim: '',
    },
    { name: 'called by the upper end', unit: '', value: coverage(told), ...none, aim: '0.88–0.92' },
    ...bucketStarts.map((start, bucket) => ({
      name: `  with ${start} or more ahead`,
      unit: '',
      value: coverage(told.filter(({ ahead }) => bucketOf(ahead) === bucket)),
      ...none,
      aim: '0.87–0.93',
    })),
    {
      name: 'on the second day after all became 30 % slower',
      unit: '',
      value: coverage(slow),
      ...none,
      aim: '≥ 0.88',
    },
  ];
}

function figure(
  name: string,
  value: number,
  reference: number,
  against: string,
  aim: string,
): Figure {
  return { name, unit: 'min', value, reference, against, aim };
}

/** Needs neither server nor database; it is run on a stage like the others. */
export const waits: Part = {
  name: 'waits',
  summary: 'told waits in a seeded simulation of 48 doctors over 60 days',
  measure: async () => waitFigures(),
};
