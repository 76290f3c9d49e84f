/** Compares the results of a simulated world with the goals, which are the same in every world. */
import type { Announced, VisitRecord } from './clinic.ts';
import { plannedBreak } from './fate.ts';
import { type Forecast, forecastAll } from './oracle.ts';
import { seededRandom } from '../../server/src/replay/chance.rules.ts';
import type { WorldRun } from './run.ts';
import type { World } from './worlds.ts';

/**
 * The maximum number of announced waits that the ideal forecast also forecasts. These waits are a
 * random sample.
 */
const mostForecast = 8000;
/**
 * The fewest waits and doctors' days of a group that is judged. In smaller groups chance alone
 * moves the share by a few hundredths.
 */
const fewest = { announced: 300, days: 60 };

export const states = ['not begun', 'running', 'near a break', 'break due', 'on a break'] as const;
type StateName = (typeof states)[number];

/**
 * A group of announced waits, and the share of these waits in which the patient was called in on
 * time.
 */
export interface Group {
  readonly name: string;
  readonly announced: number;
  readonly inTime: number;
  /**
   * The root mean square error of the group's forecasts, divided by that of the ideal forecast. NaN
   * if the group has too few forecasts.
   */
  readonly error: number;
  /** The mean width of the group's ranges, divided by that of the oracle's ranges. */
  readonly width: number;
}

export interface WorldFigures {
  readonly world: World;
  readonly announced: number;
  /**
   * Share of the announced waits that had the warning that the opening hours may end first. The
   * results count such waits neither as right nor as wrong.
   */
  readonly doubtful: number;
  /**
   * The root mean square error of all forecasts, divided by that of the ideal forecast. The next
   * field: the same ratio for the waits announced when patients join.
   */
  readonly error: number;
  readonly errorOnJoining: number;
  /** The mean absolute error of the shown median wait, divided by that of the ideal forecast. */
  readonly medianError: number;
  /** The mean error of the waits announced on joining, in minutes. */
  readonly biasOnJoining: number;
  readonly inTime: number;
  /**
   * Share of patients called in no later than the upper end of the wait that they were shown, which
   * is rounded.
   */
  readonly inTimeAsShown: number;
  readonly inRange: number;
  /** The mean width of the announced range of waits, in minutes. */
  readonly width: number;
  /**
   * `width` divided by the width of the oracle's range. The oracle's range goes from the 10th to the
   * 90th percentile.
   */
  readonly widthOverOracle: number;
  readonly byHour: readonly Group[];
  readonly byState: readonly Group[];
  readonly byAhead: readonly Group[];
  /** For each doctor, the share of patients called in on time; sorted in ascending order. */
  readonly ofDoctors: readonly number[];
  /**
   * Of the patients checked every minute, the share whose upper end of the wait jumped. The next
   * field: the share whose "leave now" was withdrawn. NaN without such patients.
   */
  readonly jumped: number;
  readonly takenBack: number;
  /**
   * Of the patients who left home at "leave now", the share who were absent at the first call. The
   * next field: how many minutes late they were on average.
   */
  readonly absentAtCall: number;
  readonly lateAtCall: number;
  /**
   * Share of patients called in on time in the second week after consultations became slower. NaN
   * in worlds in which consultations do not become slower.
   */
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
    widthOverOracle: widthOf(announced, known),
    byHour: groups(announced, known, ({ scene }) => {
      const hour = Math.floor(scene.timeOfDay / 60);
      return `${String(hour).padStart(2, '0')}:00`;
    }),
    byState: groups(announced, known, stateOf),
    byAhead: groups(announced, known, ({ announcing }) =>
      announcing.ahead >= 10 ? '10 and more' : String(announcing.ahead),
    ),
    ofDoctors: shareOfDoctors(announced),
    ...movesOf(run.visits),
    ...arrivalsOf(run.visits),
    inTimeInSecondWeek: secondWeekOf(world, announced),
  };
}

/**
 * Whether an announced wait counts in the results. A patient who gave up before the upper end of
 * the wait does not count. A patient who gave up later counts as not called in on time.
 */
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

/** The true state of the doctor's queue in the simulation, which the application may not know. */
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

function widthOf(announced: readonly Announced[], known: Known): number {
  let [own, best] = [0, 0];
  for (const one of announced) {
    const forecast = known.get(one);
    if (forecast === undefined) continue;
    own += one.announcing.upper - one.announcing.lower;
    best += forecast.upper - forecast.lower;
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
      width: widthOf(ofGroup, known),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

function shareOfDoctors(announced: readonly Announced[]): number[] {
  return [...Map.groupBy(announced, ({ hospital, doctor }) => `${hospital} ${doctor}`).values()]
    .map((own) => share(own, isInTime))
    .toSorted((one, other) => one - other);
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
