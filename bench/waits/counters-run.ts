/**
 * Simulates waits in shared lines with one, two and five service points. The reference is an oracle
 * that knows every distribution but not the random draws.
 */
import { lognormalOf, seededRandom } from '../../server/src/replay/chance.rules.ts';
import {
  type LineLive,
  type LineTruth,
  oracleOf,
  partTime,
  playDay,
  sceneOf,
  type Stop,
} from './counters.ts';
import { countersProduct } from './counters-product.ts';

const warmUp = 10;
const days = 40;
const hospitals = 4;
/** Share of the announced waits that the ideal forecast also forecasts, for comparison. */
const sampled = 0.12;

/**
 * The parameters in which a simulated situation of a shared line differs from the usual situation.
 */
interface CounterWorld extends Partial<LineTruth> {
  readonly burst?: number;
}

export const counterWorlds: Readonly<Record<string, CounterWorld>> = {
  usual: {},
  'very unlike lengths': { variation: 1 },
  'points unlike': { unlike: 0.35 },
  pauses: { pauseShare: 0.05 },
  'some part-time': { isPartTime: true },
  'absent 20 %': { absentShare: 0.2 },
  bursts: { burst: 5 },
  'open one by one': { openWithin: 15 },
  everything: { unlike: 0.25, pauseShare: 0.03, isPartTime: true, absentShare: 0.12, burst: 3 },
};
export const counterPoints = [1, 2, 5] as const;

interface AnnouncedStop {
  readonly stop: Stop;
  readonly at: number;
  readonly ahead: number;
  readonly expected: number;
  readonly lower: number;
  readonly upper: number;
  readonly best: number | undefined;
}

export interface CounterFigures {
  readonly announced: number;
  readonly error: number;
  readonly byAhead: readonly number[];
  readonly bias: number;
  readonly inTime: number;
  readonly inRange: number;
  /**
   * Share of patients called in within the announced wait, for waits announced in the last 40
   * minutes before service points close at their stated hours. NaN if there are no such waits.
   */
  readonly inTimeNearClosing: number;
}

/**
 * Waits are grouped by the number of people ahead in the line. Each number is the smallest number
 * of people ahead in a group.
 */
export const aheadFrom = [0, 1, 2, 5, 10] as const;

export function runCounters(
  given: CounterWorld,
  points: number,
  { seed, share }: { readonly seed: number; readonly share: number },
): CounterFigures {
  const announced: AnnouncedStop[] = [];
  const count = Math.max(1, Math.round(hospitals * share));
  for (let hospital = 0; hospital < count; hospital += 1) {
    const random = seededRandom(seed * 1000 + hospital * 17 + points);
    const asking = seededRandom(seed * 77 + hospital);
    const truth: LineTruth = {
      name: 'line',
      points,
      mean: 7 * lognormalOf(random, 1, 0.3),
      variation: 0.6,
      unlike: 0,
      absentShare: 0.05,
      pauseShare: 0,
      isPartTime: false,
      openWithin: 0,
      ...given,
    };
    const factors = [
      truth.unlike === 0
        ? []
        : Array.from({ length: points }, () => lognormalOf(random, 1, truth.unlike)),
    ];
    // Part-time service points are open for three of seven hours, so each one adds about half the
    // capacity.
    const strength = truth.isPartTime ? 1 + (points - 1) * 0.55 : points;
    const perHour =
      (strength * 60 * 0.97) / (truth.mean * (1 - truth.absentShare) + 12 * truth.pauseShare);
    const lines: LineLive[] = [];
    const product = countersProduct(lines, [8]);
    const ahead = (stop: Stop) => lines[0]?.waiting.indexOf(stop) ?? 0;
    let day = 0;
    const announce = (stop: Stop, now: number, place: number) => {
      if (day < warmUp) return;
      const forecast = product.forecast(stop, place, now);
      const line = lines[0];
      if (forecast === undefined || line === undefined) return;
      const { expected, lower, upper } = forecast;
      const best = asking() < sampled ? oracleOf(sceneOf(line, place, now), asking) : undefined;
      announced.push({ stop, at: now, ahead: place, expected, lower, upper, best });
    };
    for (day = 0; day < days; day += 1) {
      playDay({ lines: [truth], route: () => [0], perHour, burst: given.burst ?? 1 }, factors, {
        day,
        random,
        lines,
        watcher: {
          dayBegins: product.dayBegins,
          joined(stop, now) {
            const place = ahead(stop);
            product.promise(stop, place, now);
            announce(stop, now, place);
          },
          called: product.called,
          ended: product.ended,
          visitEnded: () => undefined,
          tick(now) {
            if (now % 60 === 0) product.refit();
            for (const [place, stop] of (lines[0]?.waiting ?? []).entries()) {
              if (now % 30 === 0) product.promise(stop, place, now);
              if (asking() < 0.5 / points) announce(stop, now, place);
            }
          },
        },
      });
    }
  }
  return figuresOf(announced, given.isPartTime === true && points > 1);
}

function figuresOf(announced: readonly AnnouncedStop[], isPartTime: boolean): CounterFigures {
  const done = announced.filter(({ stop }) => stop.calledAt !== undefined);
  const actual = ({ stop, at }: AnnouncedStop) => (stop.calledAt ?? 0) - at;
  const error = (some: readonly AnnouncedStop[]) => {
    let [own, best] = [0, 0];
    for (const one of some) {
      if (one.best === undefined) continue;
      own += (one.expected - actual(one)) ** 2;
      best += (one.best - actual(one)) ** 2;
    }
    return Math.sqrt(own / best);
  };
  const shareOf = (isSo: (one: AnnouncedStop) => boolean) => done.filter(isSo).length / done.length;
  return {
    announced: done.length,
    error: error(done),
    byAhead: aheadFrom.map((from, index) =>
      error(
        done.filter(({ ahead }) => ahead >= from && ahead < (aheadFrom[index + 1] ?? Infinity)),
      ),
    ),
    bias: done.reduce((sum, one) => sum + one.expected - actual(one), 0) / done.length,
    inTime: shareOf((one) => actual(one) <= one.upper),
    inRange: shareOf((one) => actual(one) >= one.lower && actual(one) <= one.upper),
    inTimeNearClosing: inTimeOf(done.filter(({ at }) => isNearClosing(isPartTime, at))),
  };

  function inTimeOf(some: readonly AnnouncedStop[]): number {
    return some.filter((one) => actual(one) <= one.upper).length / some.length;
  }
}

const nearClosing = { from: partTime.closes - 40, to: partTime.closes };

function isNearClosing(isPartTime: boolean, at: number): boolean {
  const timeOfDay = at % 1440;
  return isPartTime && timeOfDay >= nearClosing.from && timeOfDay < nearClosing.to;
}

/** The limits that the results for shared lines should meet. */
const goals = { error: 1.2, inTime: [0.88, 0.92], inRange: 0.78, nearClosing: 0.85 } as const;

/**
 * A table of the forecast's error divided by the ideal forecast's error, by situation and number of
 * service points. An asterisk marks a missed goal.
 */
export function countersTable(
  seed: number,
  share: number,
  isWanted: (world: string) => boolean,
): string {
  const head = `${'world'.padEnd(20)}points   error  ${aheadFrom.map((ahead) => `${ahead}+`.padStart(6)).join('')}    bias  in time  in range  closing   waits`;
  const rows = Object.entries(counterWorlds).flatMap(([name, world]) => {
    if (!isWanted(name)) return [];
    return counterPoints.map((points) => {
      const figures = runCounters(world, points, { seed, share });
      const { error, byAhead, bias, inTime, inRange, inTimeNearClosing, announced } = figures;
      return [
        name.padEnd(20),
        String(points).padStart(6),
        marked(error, error <= goals.error).padStart(9),
        ' ',
        ...byAhead.map((ratio) => ratio.toFixed(2).padStart(6)),
        bias.toFixed(1).padStart(8),
        marked(inTime, inTime >= goals.inTime[0] && inTime <= goals.inTime[1]).padStart(9),
        marked(inRange, inRange >= goals.inRange).padStart(10),
        marked(inTimeNearClosing, inTimeNearClosing >= goals.nearClosing).padStart(9),
        String(announced).padStart(8),
      ].join('');
    });
  });
  return [head, ...rows].join('\n');
}

/** The value as text, with an asterisk if its goal is missed. */
function marked(value: number, isMet: boolean): string {
  return Number.isNaN(value) ? '– ' : `${value.toFixed(2)}${isMet ? ' ' : '*'}`;
}
