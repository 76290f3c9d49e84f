/**
 * Simulates a past day of a hospital under the recorded rule and under another rule, many times
 * with new random draws of the unknown values [WAIT-4]. Pure: the same day, change and seed give
 * the same result.
 */
import {
  type DayFigureName,
  type DrawnDay,
  dayFigureNames,
  type OrderRule,
  type Replayed,
  replayStepMinutes,
  type Spread,
} from '@baari/contract/hospital/replay.ts';
import type { Weekday } from '@baari/contract/constants.ts';
import { weekOf, type WorkPlan } from '../schedule/schedule.rules.ts';
import { defaultCalibration } from '../waits/calibration.rules.ts';
import { between, lognormalOf, normalOf, type Random, seededRandom } from './chance.rules.ts';
import {
  type Drawn,
  type DrawnVisit,
  type LineRule,
  type PlayedLine,
  playLine,
} from './play-line.rules.ts';
import type { RecordedLine, RecordedVisit, TimeOfDay } from './recorded-day.rules.ts';

/** The rule to try, as its differences from the recorded rule. */
export interface Change {
  /** The index of the line that gets one more doctor; undefined if no line gets one. */
  readonly besideLine: number | undefined;
  readonly isOnTime: boolean;
  /** 'recorded' keeps the breaks as taken; undefined removes all breaks. */
  readonly breaks: 'recorded' | TimeOfDay | undefined;
  readonly order: OrderRule;
  readonly walkIns: number | undefined;
}

export interface GivenDay {
  readonly lines: readonly RecordedLine[];
  readonly weekday: Weekday;
  readonly change: Change;
  readonly seed: number;
}

/**
 * How many times a day is simulated with new random values. A day with more visits is simulated
 * less often, so that the calculation takes seconds.
 */
const drawsOf = (visits: number) =>
  Math.max(12, Math.min(40, Math.floor(12_000 / Math.max(1, visits))));
/**
 * How much doctors differ in speed: the standard deviation of the logarithm of their minutes per
 * visit, as in the wait predictions.
 */
const betweenDoctors = 0.25;
/** A patient's travel time to the hospital in minutes, assumed if it is unknown. */
const usualWay = { mean: 25, variation: 0.6, least: 5, most: 90 };
/** The assumed minutes between two visits, if the day does not show them. */
const usualChangeOver = { from: 0.5, to: 1.5 };
/**
 * The largest differences between the simulation of the recorded rule and the recorded day at which
 * the results are still shown.
 */
const near = { minutes: 5, share: 0.25, kept: 0.1 };

export function replayDay({ lines, weekday, change, seed }: GivenDay): Replayed {
  const visits = sum(lines.map((line) => line.visits.length));
  const draws = drawsOf(visits);
  const unchanged: DayPlayed[] = [];
  const changed: DayPlayed[] = [];
  const rules = lines.map((line, index) => ({
    asItWas: asItWas(line),
    other: ruleOf(line, change, change.besideLine === index, weekday),
  }));
  for (let draw = 0; draw < draws; draw += 1) {
    const both = lines.map((line, index) => {
      const drawn = drawLine(line, seededRandom(seed + draw * 7919 + index * 104_729));
      const { asItWas: before, other } = rules[index] ?? {
        asItWas: asItWas(line),
        other: asItWas(line),
      };
      const played = playLine(line, before, drawn);
      return { before: played, after: playLine(line, other, drawn, played) };
    });
    unchanged.push(dayOf(both.map(({ before }) => before)));
    changed.push(dayOf(both.map(({ after }) => after)));
  }
  return summary(lines, change, unchanged, changed);
}

function asItWas(line: RecordedLine): LineRule {
  return {
    doctors: 1,
    plan: line.plan,
    comesAt: line.comesAt,
    pauses: line.pauses,
    order: 'recorded',
    walkIns: undefined,
  };
}

function ruleOf(line: RecordedLine, change: Change, isHelped: boolean, weekday: Weekday): LineRule {
  const { breaks } = change;
  const pauses = breaks === undefined ? [] : breaks === 'recorded' ? line.pauses : [breaks];
  return {
    doctors: isHelped ? 2 : 1,
    plan: breaks === 'recorded' ? line.plan : withBreaks(line.plan, weekday, pauses),
    comesAt: change.isOnTime ? line.opensAt : line.comesAt,
    pauses,
    order: change.order,
    walkIns: change.walkIns,
  };
}

/** Adds the breaks to the doctor's plan, so that predictions take them into account. */
function withBreaks(plan: WorkPlan, weekday: Weekday, breaks: readonly TimeOfDay[]): WorkPlan {
  const week = weekOf(plan);
  const day = {
    ...week[weekday],
    breaks: breaks.map(({ from, to }) => ({ from: clock(from), to: clock(to) })),
  };
  return { ...plan, week: { ...week, [weekday]: day } };
}

function clock(minutes: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const within = Math.min(minutes, 24 * 60 - 1);
  return `${two(within / 60)}:${two(within % 60)}`;
}

function drawLine(line: RecordedLine, random: Random): Drawn {
  const { spread } = line.learnt.forecast ?? defaultCalibration;
  const variation = Math.sqrt(Math.exp(spread ** 2) - 1);
  return {
    visits: line.visits.map((visit) => drawVisit(line, visit, variation, random)),
    helperFactor: Math.exp(betweenDoctors * normalOf(random)),
  };
}

/**
 * Draws the random values of one visit. Every visit draws the same number of values, so that the
 * rule does not change the values of later visits.
 */
function drawVisit(
  { changeOvers, meanLength }: RecordedLine,
  visit: RecordedVisit,
  variation: number,
  random: Random,
): DrawnVisit {
  const length = lognormalOf(random, meanLength, variation);
  const way = lognormalOf(random, usualWay.mean, usualWay.variation);
  const share = random();
  const other = between(random, usualChangeOver.from, usualChangeOver.to);
  const picked = changeOvers[Math.floor(random() * changeOvers.length)];
  const isThere = visit.isWalkIn || (visit.hereAt === null && share < 0.5);
  return {
    length: visit.length ?? length,
    changeOver: picked ?? other,
    hereAt: isThere ? visit.at : (visit.hereAt ?? arrivalOf(visit, share)),
    // A patient who was late on the recorded day would also be late for an earlier call.
    way:
      isThere || visit.wasLate ? undefined : Math.min(usualWay.most, Math.max(usualWay.least, way)),
  };
}

/**
 * The assumed arrival of a patient whose arrival was not recorded: between joining and the call.
 */
function arrivalOf({ at, calledAt }: RecordedVisit, share: number): number {
  return calledAt === null ? at : at + (calledAt - at) * Math.max(0, 2 * share - 1);
}

/** The result of one simulated day. */
interface DayPlayed {
  readonly waiting: readonly number[];
  readonly figures: Figures;
  readonly putOff: number;
  readonly sentAway: number;
}
type Figures = Readonly<Record<DayFigureName, number | null>>;

interface Wait {
  readonly at: number;
  readonly until: number;
}

function dayOf(lines: readonly PlayedLine[]): DayPlayed {
  const visits = lines.flatMap((line) => line.visits);
  const waits = visits.flatMap(({ at, until }) => (at === undefined ? [] : [{ at, until }]));
  const ends = lines.flatMap(({ lastEnd }) => lastEnd ?? []);
  const seen = visits.filter(({ isSeen }) => isSeen).length;
  return {
    waiting: countWaiting(waits),
    figures: {
      ...waitsOf(visits.flatMap(({ waited }) => waited ?? [])),
      mostWaiting: mostAtOnce(waits),
      seen,
      notSeen: visits.length - seen,
      keptShare: shareOf(visits.flatMap(({ wasKept }) => wasKept ?? [])),
      idleMinutes: sum(lines.map(({ idleMinutes }) => idleMinutes)),
      lastEnd: ends.length === 0 ? null : Math.max(...ends),
    },
    putOff: visits.filter(({ wasPutOff }) => wasPutOff).length,
    sentAway: visits.filter(({ at }) => at === undefined).length,
  };
}

/** The figures of the recorded day itself, without a simulation. */
function recordedOf(lines: readonly RecordedLine[]): { waiting: number[]; figures: Figures } {
  const visits = lines.flatMap((line) => line.visits);
  const waits = visits.map(({ at, startedAt, leftAt, calledAt }) => ({
    at,
    until: startedAt ?? leftAt ?? calledAt ?? at,
  }));
  const seen = visits.filter(({ startedAt }) => startedAt !== null).length;
  const ends = visits.flatMap(({ endedAt }) => endedAt ?? []);
  return {
    waiting: countWaiting(waits),
    figures: {
      ...waitsOf(visits.flatMap(({ at, calledAt }) => (calledAt === null ? [] : [calledAt - at]))),
      mostWaiting: mostAtOnce(waits),
      seen,
      notSeen: visits.length - seen,
      keptShare: shareOf(visits.flatMap(({ wasKept }) => wasKept ?? [])),
      idleMinutes: sum(lines.map(({ idleMinutes }) => idleMinutes)),
      lastEnd: ends.length === 0 ? null : Math.max(...ends),
    },
  };
}

function waitsOf(waits: readonly number[]): Pick<Figures, 'waitMedian' | 'waitP90'> {
  const sorted = waits.toSorted((one, other) => one - other);
  return { waitMedian: at(sorted, 0.5) ?? null, waitP90: at(sorted, 0.9) ?? null };
}

function shareOf(kept: readonly boolean[]): number | null {
  return kept.length === 0 ? null : kept.filter(Boolean).length / kept.length;
}

const stepsADay = (25 * 60) / replayStepMinutes;

/** How many patients wait at each time step of the day. */
function countWaiting(waits: readonly Wait[]): number[] {
  return Array.from({ length: stepsADay }, (_, step) => {
    const now = step * replayStepMinutes;
    return waits.filter((wait) => wait.at <= now && now < wait.until).length;
  });
}

function mostAtOnce(waits: readonly Wait[]): number {
  const changes = waits
    .flatMap((wait) => [
      { at: wait.at, by: 1 },
      { at: wait.until, by: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || one.by - other.by);
  let now = 0;
  let most = 0;
  for (const { by } of changes) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

function summary(
  lines: readonly RecordedLine[],
  { walkIns }: Change,
  unchanged: readonly DayPlayed[],
  changed: readonly DayPlayed[],
): Replayed {
  const recorded = recordedOf(lines);
  const visits = lines.flatMap((line) => line.visits);
  const days = [recorded, ...unchanged, ...changed];
  const shown = stepsShown(days.map(({ waiting }) => waiting));
  const asItWould = drawnOf(unchanged, shown);
  const isComparable = keepsAsMany(recorded.figures, asItWould);
  const median = middleOf(changed.map(({ putOff }) => putOff));
  const away = middleOf(changed.map(({ sentAway }) => sentAway));
  return {
    draws: unchanged.length,
    begins: shown.from * replayStepMinutes,
    recorded: {
      waiting: recorded.waiting.slice(shown.from, shown.to),
      figures: mapFigures((name) => rounded(recorded.figures[name], name)),
    },
    unchanged: withoutKeptShare(asItWould, isComparable),
    changed: withoutKeptShare(drawnOf(changed, shown), isComparable),
    difference: {
      ...mapFigures((name) => differenceOf(unchanged, changed, name)),
      ...(isComparable ? {} : { keptShare: null }),
    },
    isFaithful: isFaithful(recorded.figures, asItWould),
    unknown: {
      lengths: visits.filter(({ length, startedAt }) => length === null && startedAt !== null)
        .length,
      arrivals: visits.filter(({ hereAt, cameNot }) => hereAt === null && !cameNot).length,
    },
    walkIns: {
      all: visits.filter(({ isWalkIn }) => isWalkIn).length,
      putOff: walkIns === undefined ? 0 : Math.round(median),
      sentAway: walkIns === undefined ? 0 : Math.round(away),
    },
  };
}

/**
 * The range of time steps to show. It begins one step before the first step with a waiting patient,
 * and ends one step after the last.
 */
function stepsShown(days: readonly (readonly number[])[]): { from: number; to: number } {
  const isAny = (step: number) => days.some((waiting) => (waiting[step] ?? 0) > 0);
  const steps = Array.from({ length: stepsADay }, (_, step) => step).filter(isAny);
  return {
    from: Math.max(0, (steps[0] ?? 0) - 1),
    to: Math.min(stepsADay, (steps.at(-1) ?? 0) + 2),
  };
}

function drawnOf(days: readonly DayPlayed[], { from, to }: { from: number; to: number }): DrawnDay {
  return {
    waiting: Array.from({ length: to - from }, (_, step) =>
      spreadOf(
        days.map(({ waiting }) => waiting[from + step] ?? 0),
        1,
      ),
    ),
    figures: mapFigures((name) =>
      figureSpread(
        days.map(({ figures }) => figures[name]),
        name,
      ),
    ),
  };
}

/**
 * The difference between the two rules. It is computed for each pair of simulations with the same
 * random values, so that chance that affects both rules cancels out.
 */
function differenceOf(
  unchanged: readonly DayPlayed[],
  changed: readonly DayPlayed[],
  name: DayFigureName,
): Spread | null {
  const pairs = unchanged.map(({ figures }, index) => {
    const other = changed[index]?.figures[name] ?? null;
    const own = figures[name];
    return own === null || other === null ? null : other - own;
  });
  return figureSpread(pairs, name);
}

function figureSpread(values: readonly (number | null)[], name: DayFigureName): Spread | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length < values.length ? null : spreadOf(known, digitsOf(name));
}

function spreadOf(values: readonly number[], digits: number): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const get = (share: number) => round(at(sorted, share) ?? 0, digits);
  return { low: get(0.1), middle: get(0.5), high: get(0.9) };
}

function rounded(value: number | null, name: DayFigureName): number | null {
  return value === null ? null : round(value, digitsOf(name));
}

function digitsOf(name: DayFigureName): number {
  return name === 'keptShare' ? 3 : 1;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/**
 * Whether the simulation of the recorded rule is close to the recorded day. If not, no simulation
 * is shown.
 */
function isFaithful(was: Figures, { figures }: DrawnDay): boolean {
  const isNear = (name: DayFigureName) => {
    const [recorded, played] = [was[name], figures[name]];
    if (recorded === null || played === null) return true;
    return Math.abs(played.middle - recorded) <= Math.max(near.minutes, near.share * recorded);
  };
  return isNear('waitMedian') && isNear('waitP90');
}

/**
 * Whether about the same share of patients as on the recorded day is called within the predicted
 * range. Otherwise this share is not shown, because that day's predictions are not stored.
 */
function keepsAsMany(was: Figures, { figures }: DrawnDay): boolean {
  const [recorded, played] = [was.keptShare, figures.keptShare];
  return recorded === null || (played !== null && Math.abs(played.middle - recorded) <= near.kept);
}

function withoutKeptShare({ waiting, figures }: DrawnDay, isComparable: boolean): DrawnDay {
  return { waiting, figures: isComparable ? figures : { ...figures, keptShare: null } };
}

function mapFigures<T>(make: (name: DayFigureName) => T): Record<DayFigureName, T> {
  return Object.fromEntries(dayFigureNames.map((name) => [name, make(name)])) as Record<
    DayFigureName,
    T
  >;
}

function middleOf(values: readonly number[]): number {
  return (
    at(
      values.toSorted((one, other) => one - other),
      0.5,
    ) ?? 0
  );
}

/** The quantile of sorted values, with linear interpolation. */
function at(sorted: readonly number[], share: number): number | undefined {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return undefined;
  return below + (place - Math.floor(place)) * (above - below);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
