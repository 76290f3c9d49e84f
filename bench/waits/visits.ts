/**
 * Simulates whole visits through five shared lines, forecast by the server's own rules. Measures
 * which share of the announced end times is right.
 */
import { lognormalOf, type Random, seededRandom } from '../../server/src/replay/chance.rules.ts';
import { meanConsultation } from '../../server/src/waits/service-time.rules.ts';
import { spreadAtPoint } from '../../server/src/waits/points.rules.ts';
import { remaining } from '../../server/src/waits/line-forecast.rules.ts';
import {
  fitNext,
  fitStays,
  fitVisitRanges,
  forecastVisit,
  type LineToday,
  type NextCount,
  type StaySum,
  type VisitFit,
  type VisitScore,
} from '../../server/src/waits/visit-left.rules.ts';
import { stopsFrom } from '../../server/src/waits/constants.rules.ts';
import { leftAsAnnounced } from '../../contract/src/lines/visit-left.ts';
import {
  type HospitalTruth,
  type LineLive,
  type LineTruth,
  playDay,
  type Stop,
  type Visit,
} from './counters.ts';
import { countersProduct } from './counters-product.ts';
import { dateOf } from './plan.ts';

const days = 40;
const warmUp = 12;
const hospitals = 4;
/**
 * The number of recent days from which the server learns the durations of visit steps and the
 * transitions between them.
 */
const countedDays = 28;

const usualLine = {
  unlike: 0.15,
  absentShare: 0.02,
  pauseShare: 0,
  isPartTime: false,
  openWithin: 2,
};
const plan = [
  { name: 'registration', points: 2, mean: 4, variation: 0.5, ...usualLine },
  { name: 'vitals', points: 1, mean: 3, variation: 0.4, ...usualLine },
  { name: 'any doctor', points: 4, mean: 10, variation: 0.7, ...usualLine },
  { name: 'laboratory', points: 2, mean: 7, variation: 0.5, ...usualLine },
  { name: 'pharmacy', points: 2, mean: 4, variation: 0.6, ...usualLine },
] as const;

interface VisitWorld {
  readonly line?: Partial<LineTruth>;
  readonly burst?: number;
  readonly load?: number;
  /** Whether the desk plans all later steps of each visit. */
  readonly isPlanned?: boolean;
  /** From day `from` on, all service times are multiplied by `factor`. */
  readonly slower?: { readonly from: number; readonly factor: number };
}

export const visitWorlds: Readonly<Record<string, VisitWorld>> = {
  usual: {},
  planned: { isPlanned: true },
  busy: { load: 1.12 },
  bursts: { burst: 6 },
  pauses: { line: { pauseShare: 0.03 } },
  'lengths unlike': { line: { variation: 1 } },
  slower: { slower: { from: 25, factor: 1.25 } },
};

/**
 * Draws a visitor's route. Most people see a doctor after vitals; some go to the laboratory and
 * return; most end at the pharmacy.
 */
function routeOf(random: Random): number[] {
  const route = [0];
  if (random() < 0.8) route.push(1);
  route.push(2);
  if (random() < 0.3) route.push(3, 2);
  if (random() < 0.7) route.push(4);
  return route;
}

interface AnnouncedVisit {
  readonly visit: Visit;
  readonly at: number;
  readonly expected: number;
  readonly deviation: number;
  readonly lower: number;
  readonly upper: number;
  readonly bucket: number;
  readonly isCounted: boolean;
}

export interface VisitFigures {
  readonly announced: number;
  readonly kept: number;
  readonly keptAsShown: number;
  readonly inside: number;
  readonly byStops: readonly number[];
  readonly bias: number;
  readonly width: number;
}

export function runVisits(
  world: VisitWorld,
  { seed, share }: { readonly seed: number; readonly share: number },
): VisitFigures {
  const announced: AnnouncedVisit[] = [];
  for (let hospital = 0; hospital < Math.max(1, Math.round(hospitals * share)); hospital += 1) {
    const random = seededRandom(seed * 991 + hospital * 31);
    announced.push(...runHospital(world, random));
  }
  return figuresOf(announced.filter(({ isCounted }) => isCounted));
}

// oxlint-disable-next-line eslint/max-lines-per-function -- its functions share the state of one simulated hospital
function runHospital(world: VisitWorld, random: Random): AnnouncedVisit[] {
  const truths = plan.map(
    (line): LineTruth => ({
      ...line,
      mean: line.mean * lognormalOf(random, 1, 0.15),
      ...world.line,
    }),
  );
  const factors = truths.map(({ points, unlike }) =>
    Array.from({ length: points }, () => lognormalOf(random, 1, unlike)),
  );
  // The line of the doctors limits how many visitors the hospital can serve. So the number of
  // arrivals is computed from the doctors' speed.
  const perHour = (60 * 0.86 * (world.load ?? 1) * 4) / ((truths[2]?.mean ?? 10) * 1.3);
  const lines: LineLive[] = [];
  const product = countersProduct(lines, [4, 4, 12, 6, 4]);
  const all: AnnouncedVisit[] = [];
  const open = new Map<Visit, AnnouncedVisit[]>();
  const scores: VisitScore[] = [];
  const stays: (StaySum & { readonly day: number })[] = [];
  const ways: (NextCount & { readonly day: number })[] = [];
  // For each line, the lines to which visitors usually go next, as an administrator would set them.
  // The order of the lines starts with registration, vitals, doctor.
  const said = { '0': ['1', '2'], '1': ['2'], '2': ['4', '3'], '3': ['2'] };
  let calibration: VisitFit = { stays: {}, next: fitNext([], said), quantiles: [] };
  let day = 0;

  function lineToday({ points, waiting }: LineLive, number: number, now: number): LineToday {
    const open = points.filter(({ state }) => state !== 'closed' && state !== 'paused');
    const mean = meanConsultation(product.learntOf(number).serviceTime, dateOf(now));
    return { waiting: waiting.length, points: open.length, mean };
  }

  function announce(stop: Stop, ahead: number | undefined, now: number): void {
    const { visit } = stop;
    const line = product.lineOf(stop.line, now);
    const learnt = product.learntOf(stop.line);
    const mean = meanConsultation(learnt.serviceTime, dateOf(now));
    const spread = spreadAtPoint(learnt.row);
    const service = { mean, variance: mean ** 2 * (Math.exp(spread ** 2) - 1) };
    const forecast = ahead === undefined ? undefined : product.forecast(stop, ahead, now);
    if (ahead !== undefined && (forecast === undefined || line.lineForecast === undefined)) return;
    const present =
      forecast === undefined
        ? remaining(mean, 0, spread)
        : {
            mean: forecast.expected + service.mean,
            variance: forecast.deviation ** 2 + service.variance,
          };
    const path = visit.route.slice(0, visit.at + 1).map(String);
    const planned = world.isPlanned ? visit.route.slice(visit.at + 1) : [];
    const one = forecastVisit(
      {
        present,
        stop: {
          lineId: String(stop.line),
          isReturn: path.slice(0, -1).includes(String(stop.line)),
        },
        been: path,
        planned: planned.map((line) => ({
          lineId: String(line),
          isReturn: path.includes(String(line)),
        })),
        timeOfDay: now % 1440,
        lines: Object.fromEntries(
          lines.map((live, number) => [number, lineToday(live, number, now)]),
        ),
      },
      // If the desk plans steps, it plans all remaining steps of the visit. So no further steps are
      // expected.
      world.isPlanned ? { ...calibration, next: {} } : calibration,
    );
    const record = { visit, at: now, ...one, isCounted: day >= warmUp };
    all.push(record);
    open.set(visit, [...(open.get(visit) ?? []), record]);
  }

  for (day = 0; day < days; day += 1) {
    const { slower } = world;
    const factor = slower !== undefined && day >= slower.from ? slower.factor : 1;
    const truth: HospitalTruth = {
      lines: truths.map((line) => ({ ...line, mean: line.mean * factor })),
      route: routeOf,
      perHour: perHour / Math.max(1, factor * 0.9),
      burst: world.burst ?? 1,
    };
    playDay(truth, factors, {
      day,
      random,
      lines,
      watcher: {
        dayBegins: product.dayBegins,
        joined(stop, now) {
          const ahead = lines[stop.line]?.waiting.indexOf(stop) ?? 0;
          product.promise(stop, ahead, now);
          announce(stop, ahead, now);
        },
        called(stop, now, isThere) {
          product.called(stop, now, isThere);
          if (isThere) announce(stop, undefined, now);
        },
        ended(stop, now) {
          product.ended(stop, now);
          const minutes = now - stop.joinedAt;
          const { visit } = stop;
          stays.push({
            day,
            lineId: String(stop.line),
            hour: Math.floor((stop.joinedAt % 1440) / 60),
            stops: 1,
            minutes,
            squares: minutes ** 2,
          });
          const next = visit.route[visit.at + 1];
          ways.push({
            day,
            lineId: String(stop.line),
            isReturn: visit.route.slice(0, visit.at).includes(stop.line),
            nextId: next === undefined ? null : String(next),
            visits: 1,
          });
        },
        visitEnded(visit, now) {
          for (const { at, expected, deviation, bucket } of open.get(visit) ?? []) {
            scores.push({ bucket, score: (now - at - expected) / deviation, isOpen: visit.isLeft });
          }
          open.delete(visit);
        },
        tick(now) {
          if (now % 60 !== 0) return;
          product.refit();
          // As on the server: the ranges are fitted from the visits of four weeks.
          const { stays: known, next } = calibration;
          calibration = { stays: known, next, quantiles: fitVisitRanges(scores.toReversed()) };
        },
      },
    });
    const isRecent = (one: { readonly day: number }) => one.day > day - countedDays;
    calibration = {
      ...calibration,
      stays: fitStays(stays.filter(isRecent)),
      next: fitNext(ways.filter(isRecent), said),
    };
  }
  return all;
}

function figuresOf(announced: readonly AnnouncedVisit[]): VisitFigures {
  const over = announced.filter(({ visit }) => visit.endedAt !== undefined);
  const actual = ({ visit, at }: AnnouncedVisit) => (visit.endedAt ?? 0) - at;
  const shareOf = (some: readonly AnnouncedVisit[], isSo: (one: AnnouncedVisit) => boolean) =>
    some.filter(isSo).length / some.length;
  const isKept = (one: AnnouncedVisit) => actual(one) <= one.upper;
  return {
    announced: over.length,
    kept: shareOf(over, isKept),
    keptAsShown: shareOf(over, (one) => actual(one) <= leftAsAnnounced(one).upper),
    inside: shareOf(over, (one) => isKept(one) && actual(one) >= one.lower),
    byStops: stopsFrom.map((_, bucket) =>
      shareOf(
        over.filter((one) => one.bucket === bucket),
        isKept,
      ),
    ),
    bias: over.reduce((sum, one) => sum + one.expected - actual(one), 0) / over.length,
    width: over.reduce((sum, one) => sum + one.upper - one.lower, 0) / over.length,
  };
}

/**
 * A table of the share of visits that ended no later than the upper end of the announced range, by
 * world and number of remaining steps. An asterisk marks values outside 0.87–0.93.
 */
export function visitsTable(seed: number, share: number): string {
  const head = `${'world'.padEnd(20)}in time   as shown  inside   stops to come: 0     1     2    3+    bias   width   waits`;
  const mark = (value: number) => `${value.toFixed(3)}${value < 0.87 || value > 0.93 ? '*' : ' '}`;
  const rows = Object.entries(visitWorlds).map(([name, world]) => {
    const { kept, keptAsShown, inside, byStops, bias, width, announced } = runVisits(world, {
      seed,
      share,
    });
    return [
      name.padEnd(20),
      mark(kept),
      mark(keptAsShown).padStart(11),
      inside.toFixed(2).padStart(8),
      '              ',
      ...byStops.map((one) => one.toFixed(2).padStart(6)),
      bias.toFixed(1).padStart(8),
      width.toFixed(0).padStart(8),
      String(announced).padStart(8),
    ].join('');
  });
  return [head, ...rows].join('\n');
}
