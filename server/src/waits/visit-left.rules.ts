/**
 * The remaining time of a whole visit: the rest of the present step, the planned steps, and the
 * steps that usually follow. If a step comes soon, its length is estimated from how full the line
 * is now. For a later step, it is the usual length at that hour. The result is a range with
 * calibrated ends, in minutes [LINE-5].
 */
import { inOrder, quantile, type QuantilesOf } from './calibration.rules.ts';
import {
  aim,
  fullFor,
  goesHome,
  hourWeight,
  leastShare,
  mostStops,
  priorWeight,
  saidWeight,
  scoreBounds,
  scoresKept,
  stopsFrom,
  supposedStay,
  unfitted,
} from './constants.rules.ts';

/** The mean and variance of a time, in minutes. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** How long patients who were seen stay in a line, from joining the line to leaving it. */
export interface Stay extends Moments {
  /** The mean length of stay in the line, for each hour in which patients joined. */
  readonly byHour: readonly number[];
}

/**
 * The share of patients who go to this line next. If the line's id is null, the patients go home.
 */
export interface NextShare {
  readonly lineId: string | null;
  readonly share: number;
}

/** Measurements of a hospital's past visits. */
export interface VisitFit {
  readonly stays: Readonly<Record<string, Stay>>;
  /**
   * For each `stopKey`: the share of patients who go to each next line. A `stopKey` is a line;
   * patients who returned to the line have a separate key.
   */
  readonly next: Readonly<Record<string, readonly NextShare[]>>;
  /**
   * The error quantiles of past forecasts, in standard deviations, by number of remaining steps.
   */
  readonly quantiles: readonly QuantilesOf[];
}

export interface StopToCome {
  readonly lineId: string;
  readonly isReturn: boolean;
}

/** The state of a visit now. */
export interface VisitNow {
  /** The time until the present step is over. */
  readonly present: Moments;
  readonly stop: StopToCome;
  /** The lines of the visit so far, including the present line. */
  readonly been: readonly string[];
  readonly planned: readonly StopToCome[];
  /** Minutes since midnight on the hospital's clock. */
  readonly timeOfDay: number;
  /**
   * The present state of the lines that the visit may still go to. A line that nobody serves is
   * missing.
   */
  readonly lines: Readonly<Record<string, LineToday>>;
}

/** The waiting patients and open service points of a line today. */
export interface LineToday {
  readonly waiting: number;
  readonly points: number;
  /** The minutes that a service point of the line needs per patient. */
  readonly mean: number;
}

export interface VisitForecast {
  readonly expected: number;
  readonly deviation: number;
  /** The 10th and the 90th percentile of the remaining time of a visit. */
  readonly lower: number;
  readonly upper: number;
  /** The group of past forecasts whose errors gave the quantiles of this range. */
  readonly bucket: number;
}

export const unlearnt: VisitFit = { stays: {}, next: {}, quantiles: [] };

function stopKey({ lineId, isReturn }: StopToCome): string {
  return isReturn ? `${lineId} again` : lineId;
}

export function forecastVisit(visit: VisitNow, calibration: VisitFit): VisitForecast {
  let { mean, variance } = visit.present;
  let last = visit.stop;
  const been = new Set(visit.been);
  for (const stop of visit.planned) {
    const stay = stayIn(stop.lineId, visit.timeOfDay + mean, visit, calibration);
    mean += stay.mean;
    variance += stay.variance;
    been.add(stop.lineId);
    last = stop;
  }
  const way = { visit, at: visit.timeOfDay + mean, stops: 0, share: 1 };
  const usual = behind(last, been, way, calibration);
  const expected = mean + usual.mean;
  const deviation = Math.sqrt(Math.max(1, variance + usual.square - usual.mean ** 2));
  const bucket = bucketOf(visit.planned.length + usual.stops);
  const { q10, q90 } = calibration.quantiles[bucket] ?? unfitted;
  const lower = Math.max(0, expected + q10 * deviation);
  return { expected, deviation, lower, upper: Math.max(lower, expected + q90 * deviation), bucket };
}

function bucketOf(stops: number): number {
  return stopsFrom.findLastIndex((from) => stops >= from);
}

/**
 * For what follows after a step: the mean and mean square of the minutes, and the expected number
 * of further steps.
 */
interface Behind {
  readonly mean: number;
  readonly square: number;
  readonly stops: number;
}

const nothing: Behind = { mean: 0, square: 0, stops: 0 };

function behind(
  stop: StopToCome,
  been: ReadonlySet<string>,
  way: {
    readonly visit: VisitNow;
    readonly at: number;
    readonly stops: number;
    readonly share: number;
  },
  calibration: VisitFit,
): Behind {
  if (way.stops >= mostStops) return nothing;
  let [mean, square, stops] = [0, 0, 0];
  for (const { lineId, share } of calibration.next[stopKey(stop)] ??
    calibration.next[stop.lineId] ??
    []) {
    if (lineId === null || way.share * share < leastShare) continue;
    const stay = stayIn(lineId, way.at, way.visit, calibration);
    const next = {
      visit: way.visit,
      at: way.at + stay.mean,
      stops: way.stops + 1,
      share: way.share * share,
    };
    const following = { lineId, isReturn: been.has(lineId) };
    const rest = behind(following, new Set([...been, lineId]), next, calibration);
    mean += share * (stay.mean + rest.mean);
    square += share * (stay.variance + stay.mean ** 2 + 2 * stay.mean * rest.mean + rest.square);
    stops += share * (1 + rest.stops);
  }
  return { mean, square, stops };
}

/** How long a patient stays who joins a line at this minute of the day. */
function stayIn(lineId: string, at: number, visit: VisitNow, { stays }: VisitFit): Moments {
  const stay = stays[lineId];
  const mean = stay?.byHour[Math.floor(at / 60) % 24] ?? stay?.mean ?? supposedStay.mean;
  const variance = stay?.variance ?? supposedStay.deviation ** 2;
  const line = visit.lines[lineId];
  if (line === undefined || line.points === 0) return { mean, variance };
  // If a line is full now, all patients who join it soon stay longer.
  const now = line.mean * (1 + line.waiting / line.points);
  return { mean: mean + (now - mean) * Math.exp(-(at - visit.timeOfDay) / fullFor), variance };
}

/** The lines to which a visit may still go. */
export function linesToCome(
  { stop, planned }: Pick<VisitNow, 'stop' | 'planned'>,
  { next }: VisitFit,
): string[] {
  const found = new Set(planned.map(({ lineId }) => lineId));
  const last = new Set([planned.at(-1)?.lineId ?? stop.lineId]);
  for (const from of last) {
    for (const isReturn of [false, true]) {
      for (const { lineId } of next[stopKey({ lineId: from, isReturn })] ?? []) {
        if (lineId === null) continue;
        found.add(lineId);
        last.add(lineId);
      }
    }
  }
  return [...found];
}

/**
 * The patients who joined a line in one hour of the day: how many, and the sums of their times in
 * the line.
 */
export interface StaySum {
  readonly lineId: string;
  readonly hour: number;
  readonly stops: number;
  readonly minutes: number;
  readonly squares: number;
}

export function fitStays(sums: readonly StaySum[]): Record<string, Stay> {
  const stays: Record<string, Stay> = {};
  for (const [lineId, ofLine] of Map.groupBy(sums, (sum) => sum.lineId)) {
    const total = (of: (sum: StaySum) => number) => ofLine.reduce((all, sum) => all + of(sum), 0);
    const stops = total((sum) => sum.stops);
    const supposed = supposedStay.mean;
    const mean = (hourWeight * supposed + total((sum) => sum.minutes)) / (hourWeight + stops);
    const byHour = Array.from({ length: 24 }, (_, hour) => {
      const own = ofLine.filter((sum) => sum.hour === hour);
      const came = own.reduce((all, sum) => all + sum.stops, 0);
      const minutes = own.reduce((all, sum) => all + sum.minutes, 0);
      return (hourWeight * mean + minutes) / (hourWeight + came);
    });
    // Each patient's time in the line is compared with the mean of the hour in which the patient
    // joined.
    const around = ofLine.reduce((all, sum) => {
      const usual = byHour[sum.hour] ?? mean;
      return all + sum.squares - 2 * usual * sum.minutes + sum.stops * usual ** 2;
    }, 0);
    const variance =
      (hourWeight * supposedStay.deviation ** 2 + Math.max(0, around)) / (hourWeight + stops);
    stays[lineId] = { mean, variance, byHour };
  }
  return stays;
}

/**
 * How many patients went from a line to another line, or home. Patients who had returned to the
 * line are counted separately.
 */
export interface NextCount extends StopToCome {
  readonly nextId: string | null;
  readonly visits: number;
}

/** The next lines that the administrator set as usual for each line, most likely first. */
export type SaidNext = Readonly<Record<string, readonly string[]>>;

/**
 * Where patients go next after each line. At first the administrator's lines count most, and
 * increasingly the measured ones.
 */
export function fitNext(
  counts: readonly NextCount[],
  said: SaidNext,
): Record<string, readonly NextShare[]> {
  const shares: Record<string, readonly NextShare[]> = {};
  const seen = Map.groupBy(counts, stopKey);
  for (const key of new Set([...seen.keys(), ...Object.keys(said)])) {
    const weights = new Map<string | null, number>();
    const add = (lineId: string | null, weight: number) =>
      weights.set(lineId, (weights.get(lineId) ?? 0) + weight);
    const usual = said[key] ?? [];
    if (usual.length > 0) {
      add(null, goesHome * saidWeight);
      const all = 2 - 2 ** (1 - usual.length);
      for (const [at, lineId] of usual.entries()) {
        add(lineId, ((1 - goesHome) * saidWeight * 2 ** -at) / all);
      }
    }
    for (const { nextId, visits } of seen.get(key) ?? []) add(nextId, visits);
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    shares[key] = [...weights]
      .map(([lineId, weight]) => ({ lineId, share: weight / total }))
      .filter(({ share }) => share >= leastShare);
  }
  return shares;
}

/** The error of a past forecast in standard deviations, and the group of the forecast. */
export interface VisitScore {
  readonly bucket: number;
  readonly score: number;
  /**
   * Whether the error is censored: the patient left before the visit was complete, so the true
   * error is greater.
   */
  readonly isOpen: boolean;
}

export function fitVisitRanges(latest: readonly VisitScore[]): QuantilesOf[] {
  return stopsFrom.map((_, bucket) => {
    const own = latest.filter((score) => score.bucket === bucket).slice(0, scoresKept);
    if (own.length === 0) return unfitted;
    const sorted = inOrder(own);
    const share = own.length / (own.length + priorWeight);
    const drawn = (usual: number, level: number) =>
      Math.min(
        scoreBounds.most,
        Math.max(scoreBounds.least, (1 - share) * usual + share * quantile(sorted, level)),
      );
    return {
      q10: drawn(unfitted.q10, aim.q10),
      q50: drawn(unfitted.q50, 0.5),
      q90: drawn(unfitted.q90, aim.q90),
    };
  });
}
