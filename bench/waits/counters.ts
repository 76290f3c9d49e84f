/**
 * Simulates days of a hospital's shared lines with a seed. People come from outside and from other
 * lines. Service points open, pause and close, differ in speed, and sometimes call absent people.
 * Times are minutes.
 */
import type { Interval } from '../../contract/src/hospital/schedule.ts';
import {
  between,
  lognormalOf,
  poissonOf,
  type Random,
} from '../../server/src/replay/chance.rules.ts';

/** The true parameters of a line, which only the simulation knows. */
export interface LineTruth {
  readonly name: string;
  readonly points: number;
  /**
   * The mean service time of a line's service points in minutes. The next field: how much single
   * service times vary.
   */
  readonly mean: number;
  readonly variation: number;
  /** How much the mean service times of the line's service points differ from each other. */
  readonly unlike: number;
  readonly absentShare: number;
  /** The share of services after which the service point pauses. */
  readonly pauseShare: number;
  /**
   * Whether only the first service point is open all day. The others are open from about half past
   * ten to half past one.
   */
  readonly isPartTime: boolean;
  /** The service points open within this many minutes of each other. */
  readonly openWithin: number;
}

export const hours = { from: 9 * 60, to: 16 * 60 };
const pauseMean = 12;
const changeOver = 1;
export const partTime = { opens: 10.5 * 60, closes: 13.5 * 60, around: 20 };
/** How much the speed of a service point varies from day to day. */
const dayVariation = 0.12;

export type PointState = 'serving' | 'free' | 'paused' | 'closed' | 'changing';

export interface PointScene {
  /**
   * The factor by which the service point's service times on this day differ from the line's mean.
   */
  readonly mean: number;
  readonly state: PointState;
  readonly since: number;
  readonly opens: boolean;
}

/** Everything that can be known about a line at a moment, except the future random draws. */
export interface LineScene {
  readonly line: LineTruth;
  readonly at: number;
  readonly points: readonly PointScene[];
  readonly ahead: number;
}

/** One step of a visit: waiting and being served in one shared line. */
export interface Stop {
  readonly visit: Visit;
  readonly line: number;
  readonly joinedAt: number;
  calledAt: number | undefined;
}

export interface Visit {
  readonly route: readonly number[];
  readonly day: number;
  readonly cameAt: number;
  /** The position of the visit's current step in its route. */
  at: number;
  endedAt: number | undefined;
  isLeft: boolean;
}

/**
 * The observer of the simulated days. It is notified of each event, and passes the events to the
 * forecasting application and to the statistics.
 */
export interface Watcher {
  readonly dayBegins: (day: number) => void;
  readonly joined: (stop: Stop, now: number) => void;
  readonly called: (stop: Stop, now: number, isThere: boolean) => void;
  readonly ended: (stop: Stop, now: number) => void;
  readonly visitEnded: (visit: Visit, now: number) => void;
  readonly tick: (now: number) => void;
}

interface Point {
  readonly mean: number;
  /**
   * The opening hours of the service point that the hospital states; empty if the hospital states
   * none.
   */
  readonly hours: readonly Interval[];
  readonly isPartTime: boolean;
  state: PointState;
  since: number;
  stop: Stop | undefined;
  isClosing: boolean;
}

export interface LineLive {
  readonly truth: LineTruth;
  readonly points: Point[];
  readonly waiting: Stop[];
  lastCallAt: number | null;
  lastEndAt: number | null;
}

export interface HospitalTruth {
  readonly lines: readonly LineTruth[];
  /** Draws at random which lines a new visitor goes through, in order. */
  readonly route: (random: Random) => readonly number[];
  /**
   * Average arrivals per hour. Before eleven a quarter more people arrive, in the afternoon fewer.
   */
  readonly perHour: number;
  /** How many people arrive together in a group. */
  readonly burst: number;
}

interface Happening {
  readonly at: number;
  readonly run: () => void;
}

/**
 * Simulates a day of a hospital's shared lines. The array `lines` is refilled with the current
 * state of the lines, so that observers can read it.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- its functions share the state of one simulated day
export function playDay(
  hospital: HospitalTruth,
  factors: readonly (readonly number[])[],
  {
    day,
    random,
    lines,
    watcher,
  }: {
    readonly day: number;
    readonly random: Random;
    readonly lines: LineLive[];
    readonly watcher: Watcher;
  },
): void {
  const begin = day * 1440;
  const heap: Happening[] = [];
  let now = begin;
  const later = (at: number, run: () => void) => {
    let index = heap.length;
    while (index > 0 && (heap[index - 1]?.at ?? 0) < at) index -= 1;
    heap.splice(index, 0, { at, run });
  };
  lines.splice(
    0,
    lines.length,
    ...hospital.lines.map((truth, number) => {
      const points = Array.from({ length: truth.points }, (_, index): Point => {
        const ofDay = lognormalOf(random, 1, dayVariation);
        const mean = truth.mean * ofDay * (factors[number]?.[index] ?? 1);
        const isPartTime = truth.isPartTime && index > 0;
        return {
          mean,
          hours: statedHours(truth, isPartTime),
          isPartTime,
          state: 'closed',
          since: begin,
          stop: undefined,
          isClosing: false,
        };
      });
      return { truth, points, waiting: [], lastCallAt: null, lastEndAt: null };
    }),
  );
  watcher.dayBegins(day);

  function join(visit: Visit): void {
    const number = visit.route[visit.at] ?? 0;
    const line = lines[number];
    if (line === undefined) throw new Error('No such line.');
    const stop: Stop = { visit, line: number, joinedAt: now, calledAt: undefined };
    line.waiting.push(stop);
    watcher.joined(stop, now);
    for (const point of line.points)
      if (point.state === 'free') {
        changeOverTo(line, point);
        break;
      }
  }

  function changeOverTo(line: LineLive, point: Point): void {
    point.state = 'changing';
    point.since = now;
    later(now - changeOver * Math.log(1 - random()), () => next(line, point));
  }

  function next(line: LineLive, point: Point): void {
    if (point.isClosing) {
      point.state = 'closed';
      point.since = now;
      return;
    }
    const stop = line.waiting.shift();
    if (stop === undefined) {
      point.state = 'free';
      point.since = now;
      return;
    }
    line.lastCallAt = now;
    stop.calledAt = now;
    if (random() < line.truth.absentShare) {
      stop.visit.isLeft = true;
      watcher.called(stop, now, false);
      watcher.visitEnded(stop.visit, now);
      changeOverTo(line, point);
      return;
    }
    point.state = 'serving';
    point.since = now;
    point.stop = stop;
    watcher.called(stop, now, true);
    const length = lognormalOf(
      random,
      Math.max(0.2, point.mean - changeOver),
      line.truth.variation,
    );
    later(now + length, () => end(line, point, stop));
  }

  function end(line: LineLive, point: Point, stop: Stop): void {
    line.lastEndAt = now;
    point.stop = undefined;
    point.state = 'changing';
    point.since = now;
    watcher.ended(stop, now);
    if (random() < line.truth.pauseShare && !point.isClosing) {
      point.state = 'paused';
      later(now - pauseMean * Math.log(1 - random()), () => next(line, point));
    } else changeOverTo(line, point);
    const { visit } = stop;
    visit.at += 1;
    if (visit.at < visit.route.length) join(visit);
    else {
      visit.endedAt = now;
      watcher.visitEnded(visit, now);
    }
  }

  for (const line of lines) {
    for (const point of line.points) {
      const opensAt = point.isPartTime
        ? partTime.opens + between(random, -partTime.around, partTime.around)
        : hours.from + line.truth.openWithin * random();
      later(begin + opensAt, () => next(line, point));
      if (point.isPartTime) {
        later(begin + partTime.closes + between(random, -partTime.around, partTime.around), () => {
          point.isClosing = true;
          if (point.state === 'free') {
            point.state = 'closed';
            point.since = now;
          }
        });
      }
    }
  }
  // Most people come in the first half of the morning.
  for (let slot = hours.from - 15; slot < hours.to - 60; slot += 15) {
    const share = slot < 11 * 60 ? 1.25 : slot < 13 * 60 ? 0.95 : 0.7;
    const groups = poissonOf(random, (hospital.perHour * share) / 4 / hospital.burst);
    for (let group = 0; group < groups; group += 1) {
      const at = begin + slot + 15 * random();
      for (let one = 0; one < hospital.burst; one += 1) {
        const cameAt = at + one * 0.3;
        later(cameAt, () =>
          join({
            route: hospital.route(random),
            day,
            cameAt,
            at: 0,
            endedAt: undefined,
            isLeft: false,
          }),
        );
      }
    }
  }
  for (let at = hours.from; at < hours.to; at += 10)
    later(begin + at, () => watcher.tick(begin + at));
  for (let one = heap.pop(); one !== undefined; one = heap.pop()) {
    now = one.at;
    one.run();
  }
}

/**
 * The opening hours that the hospital states for a service point. The hospital states them only in
 * lines whose service points open later or close sooner than the line.
 */
function statedHours(truth: LineTruth, isPartTime: boolean): readonly Interval[] {
  if (isPartTime) return [{ from: '10:30', to: '13:30' }];
  return truth.isPartTime || truth.openWithin > 0 ? [{ from: '09:00', to: '16:00' }] : [];
}

/**
 * The state of a line for a visitor with this many people ahead, without the future random draws.
 */
export function sceneOf(line: LineLive, ahead: number, at: number): LineScene {
  return {
    line: line.truth,
    at,
    ahead,
    points: line.points.map(({ mean, state, since, isPartTime, isClosing }) => {
      return { mean, state, since, opens: state === 'closed' && !isClosing, isPartTime, isClosing };
    }),
  };
}

const plays = 150;

/**
 * The mean wait of a visitor with this many people ahead, simulated with the true distributions.
 */
export function oracleOf(scene: LineScene, random: Random): number {
  let sum = 0;
  for (let play = 0; play < plays; play += 1) sum += playOn(scene, random);
  return sum / plays;
}

function longer(passed: number, draw: () => number): number {
  for (let tried = 0; tried < 300; tried += 1) {
    const drawn = draw();
    if (drawn > passed) return drawn;
  }
  return Math.max(passed * 1.1, passed + 1);
}

function playOn({ line, at, points, ahead }: LineScene, random: Random): number {
  const now = at % 1440;
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const around = (middle: number) => middle + between(random, -partTime.around, partTime.around);
  const length = (mean: number) =>
    lognormalOf(random, Math.max(0.2, mean - changeOver), line.variation);
  const ready = points.map(({ mean, state, since, opens }, index) => {
    const passed = at - since;
    const isPartTime = line.isPartTime && index > 0;
    switch (state) {
      case 'serving': {
        const left = longer(passed, () => length(mean)) - passed;
        return left + gap(line, exponential, random);
      }
      case 'changing':
        return exponential(changeOver);
      case 'free':
        return exponential(changeOver);
      case 'paused':
        return exponential(pauseMean);
      case 'closed':
        if (!opens) return Infinity;
        if (!isPartTime) return stillToOpen(now, line.openWithin, random);
        return longer(now, () => around(partTime.opens)) - now;
    }
  });
  const closes = points.map((_, index) => {
    if (!line.isPartTime || index === 0) return Infinity;
    const isOver = now >= partTime.closes + partTime.around;
    return isOver ? 0 : longer(now, () => around(partTime.closes)) - now;
  });
  for (let left = ahead; ; left -= 1) {
    let first = 0;
    for (;;) {
      for (let index = 0; index < ready.length; index += 1) {
        if ((ready[index] ?? 0) < (ready[first] ?? 0)) first = index;
      }
      // The service point closes before it can call again.
      const isGone = (ready[first] ?? 0) > (closes[first] ?? 0) && (ready[first] ?? 0) < Infinity;
      if (!isGone) break;
      ready[first] = Infinity;
    }
    const calledAt = ready[first] ?? 0;
    if (left === 0) return calledAt;
    ready[first] =
      random() < line.absentShare
        ? calledAt + exponential(changeOver)
        : calledAt + length(points[first]?.mean ?? line.mean) + gap(line, exponential, random);
  }
}

function stillToOpen(now: number, within: number, random: Random): number {
  const opensAt = () => hours.from + within * random();
  return now < hours.from ? opensAt() - now : Math.max(0.01, longer(now, opensAt) - now);
}

/** Draws the minutes from the end of one service to the next call, including a possible pause. */
function gap(line: LineTruth, exponential: (mean: number) => number, random: Random): number {
  return random() < line.pauseShare ? exponential(pauseMean) : exponential(changeOver);
}
