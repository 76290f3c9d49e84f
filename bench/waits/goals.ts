/** The results of a world, beside the goals that hold in every world. */
import type { Announced, VisitRecord } from './clinic.ts';
import { plannedBreak } from './fate.ts';
import { type Forecast, forecastAll } from './oracle.ts';
import { seededRandom } from '../../server/src/replay/chance.rules.ts';
import type { WorldRun } from './run.ts';
import type { World } from './worlds.ts';

/** Number of waits told that the oracle forecasts too, drawn by chance. */
const mostForecast = 8000;
/** Smaller groups, or groups of fewer doctors' days, are not judged: chance alone moves them by a few hundredths. */
const fewest = { announced: 300, days: 60 };

export const states = ['not begun', 'running', 'near a break', 'break due', 'on a break'] as const;
type StateName = (typeof states)[number];

/** The share called in time, of some of the waits told. */
export interface Group {
  readonly name: string;
  readonly announced: number;
  readonly inTime: number;
  /** Root mean square error over the oracle's; NaN with too few forecasts. */
  readonly error: number;
}

export interface WorldFigures {
  readonly world: World;
  readonly announced: number;
  /** Share of the waits told with the warning that the hours may end first: no promise, not counted. */
  readonly doubtful: number;
  /** Root mean square error over the oracle's: of all waits, and on joining. */
  readonly error: number;
  readonly errorOnJoining: number;
  /** Mean error of the shown median over the oracle's. */
  readonly medianError: number;
  /** Minutes. */
  readonly biasOnJoining: number;
  readonly inTime: number;
  /** By the upper end as shown, rounded. */
  readonly inTimeAsShown: number;
  readonly inRange: number;
  /** Minutes between the lower and the upper end. */
  readonly width: number;
  readonly byHour: readonly Group[];
  readonly byState: readonly Group[];
  readonly byAhead: readonly Group[];
  /** Shares of the patients who were checked each minute; NaN for none. */
  readonly jumped: number;
  readonly takenBack: number;
  /** Of patients who left home at "leave now": share absent at the first call, and mean lateness in minutes. */
  readonly absentAtCall: number;
  readonly lateAtCall: number;
  /** In the second week after a slow-down; NaN in other worlds. */
  readonly inTimeInSecondWeek: number;
}

export function figuresOf(world: World, run: WorldRun): WorldFigures {
  const promised = run.announced.filter(({ announcing }) => announcing.isPromise);
  const announced = promised.filter(isCounted);
  const known = forecastSome(announced.filter(({ actual }) => actual !== undefined));
  const joining = announced.filter(({ isOnJoining }) => isOnJoining);
  return {
    world,
    announced: announced.length,
    doubtful: 1 - promised.length / run.announced.length,
    error: errorOf(announced, known),
    errorOnJoining: errorOf(joining, known),
    medianError: medianErrorOf(announced, known),
    biasOnJoining: meanOf(joining.flatMap((one) => errorsOf(one))),
    inTime: share(announced, isInTime),
    inTimeAsShown: share(announced, isInTimeAsShown),
    inRange: share(announced, isInRange),
    width: meanOf(announced.map(({ announcing }) => announcing.upper - announcing.lower)),
    byHour: groups(announced, known, ({ scene }) => {
      const hour = Math.floor(scene.timeOfDay / 60);
      return `${String(hour).padStart(2, '0')}:00`;
    }),
    byState: groups(announced, known, stateOf),
    byAhead: groups(announced, known, ({ announcing }) =>
      announcing.ahead >= 10 ? '10 and more' : String(announcing.ahead),
    ),
    ...movesOf(run.visits),
    ...arrivalsOf(run.visits),
    inTimeInSecondWeek: secondWeekOf(world, announced),
  };
}

/** A patient who gave up before the upper end does not count; one who gave up later counts as late. */
function isCounted({ actual, endedAfter, announcing }: Announced): boolean {
  return actual !== undefined || (endedAfter ?? 0) > announcing.upper;
}

function isInTime({ actual, announcing }: Announced): boolean {
  return actual !== undefined && actual <= announcing.upper;
}

function isInTimeAsShown({ actual, announcing }: Announced): boolean {
  return actual !== undefined && actual <= announcing.upperShown;
}

function isInRange({ actual, announcing }: Announced): boolean {
  return (
    actual !== undefined &&
    announcing.parts.some(({ lower, upper }) => lower <= actual && actual <= upper)
  );
}

function errorsOf({ actual, announcing }: Announced): number[] {
  return actual === undefined ? [] : [announcing.expected - actual];
}

/** The line's state as the simulation knows it, whatever the product found. */
export function stateOf({ scene }: Announced): StateName {
  const untilBreak = plannedBreak.from - scene.timeOfDay;
  if (scene.doctor === 'awaited') return 'not begun';
  if (scene.doctor !== 'here') return 'on a break';
  if (!scene.plannedBreakIsToCome || untilBreak > 60) return 'running';
  return untilBreak > 0 ? 'near a break' : 'break due';
}

type Known = ReadonlyMap<Announced, Forecast>;

function forecastSome(announced: readonly Announced[]): Known {
  const random = seededRandom(11);
  const chosen = announced.filter(() => random() < mostForecast / announced.length);
  const forecasts = forecastAll(chosen);
  return new Map(
    chosen.flatMap((one, index) => {
      const forecast = forecasts[index];
      return forecast === undefined ? [] : [[one, forecast] as const];
    }),
  );
}

function errorOf(announced: readonly Announced[], known: Known): number {
  let [own, best] = [0, 0];
  for (const one of announced) {
    const forecast = known.get(one);
    if (forecast === undefined || one.actual === undefined) continue;
    own += (one.announcing.expected - one.actual) ** 2;
    best += (forecast.mean - one.actual) ** 2;
  }
  return Math.sqrt(own / best);
}

function medianErrorOf(announced: readonly Announced[], known: Known): number {
  let [own, best] = [0, 0];
  for (const one of announced) {
    const forecast = known.get(one);
    if (forecast === undefined || one.actual === undefined) continue;
    own += Math.abs(one.announcing.median - one.actual);
    best += Math.abs(forecast.median - one.actual);
  }
  return own / best;
}

function groups(
  announced: readonly Announced[],
  known: Known,
  nameOf: (one: Announced) => string,
): Group[] {
  return [...Map.groupBy(announced, nameOf)]
    .filter(
      ([, ofGroup]) =>
        ofGroup.length >= fewest.announced &&
        new Set(ofGroup.map(({ hospital, doctor, day }) => `${hospital} ${doctor} ${day}`)).size >=
          fewest.days,
    )
    .map(([name, ofGroup]) => ({
      name,
      announced: ofGroup.length,
      inTime: share(ofGroup, isInTime),
      error: errorOf(ofGroup, known),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

function movesOf(visits: readonly VisitRecord[]) {
  const watched = visits.filter(({ wasWatched, person }) => wasWatched && !person.isAbsent);
  return {
    jumped: share(watched, ({ upperJumped }) => upperJumped),
    takenBack: share(watched, ({ leaveTakenBack }) => leaveTakenBack),
  };
}

function arrivalsOf(visits: readonly VisitRecord[]) {
  const called = visits.filter(
    ({ person, entry }) => !person.isOnSite && !person.isAbsent && entry.firstCalledAt !== null,
  );
  const late = called.map(({ arrivedAt, entry }) =>
    Math.max(0, (arrivedAt ?? Infinity) - (entry.firstCalledAt ?? 0)),
  );
  return {
    absentAtCall: share(late, (minutes) => minutes > 0),
    lateAtCall: meanOf(late.filter((minutes) => Number.isFinite(minutes))),
  };
}

function secondWeekOf({ slow }: World, announced: readonly Announced[]): number {
  if (slow === undefined) return Number.NaN;
  return share(
    announced.filter(({ day }) => day >= slow.from + 7 && day < slow.from + 14),
    isInTime,
  );
}

function share<T>(list: readonly T[], isSo: (one: T) => boolean): number {
  return list.filter(isSo).length / list.length;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
