/**
 * Suggests what an administrator could do next, from the hospital's statistics of a period [ADM-8].
 * It is a pure function, and suggests nothing from few visits or small differences.
 */
import type { Analytics, PeriodFigures } from '@baari/contract/hospital/analytics.ts';

/**
 * Minimum number of visits in which a patient was called in: for the whole hospital, and for one
 * hour, weekday or doctor. Smaller samples are too random.
 */
const fewestOfAll = 100;
const fewestOfOne = 30;
/**
 * A wait counts as long if it is at least this many times the usual wait, and longer than the usual
 * wait by at least `longerMinutes`.
 */
const longerBy = 1.4;
const longerMinutes = 8;
/** A weekday counts as busy if it has this many times the patients of the other days. */
const busierBy = 1.25;
/** The advice mentions no-shows if their share of the called visits is above this value. */
const manyNoShows = 0.12;
/**
 * The advice reports inaccurate wait times if a smaller share than this of the waits shown to
 * patients was right. The goal is 90 %.
 */
const fewKept = 0.8;

export type Advice =
  /**
   * Advice about the hours with the longest waits. `from` and `to` are the hours in which one more
   * doctor would help.
   */
  | {
      readonly kind: 'slow_hours';
      readonly from: number;
      readonly to: number;
      readonly minutes: number;
      readonly usual: number;
      readonly visits: number;
    }
  /**
   * Advice about a weekday with more patients and longer waits, on which one more doctor would
   * help.
   */
  | {
      readonly kind: 'busy_weekday';
      /** The weekday as a number; 0 is Sunday. */
      readonly weekday: number;
      readonly more: number;
      readonly minutes: number;
      readonly usual: number;
      readonly visits: number;
    }
  /**
   * Advice about the doctor whose patients wait longest. It names a colleague of the department who
   * could see some of these patients.
   */
  | {
      readonly kind: 'long_line';
      readonly doctor: string;
      readonly minutes: number;
      readonly usual: number;
      readonly visits: number;
      readonly other: { readonly name: string; readonly minutes: number } | null;
    }
  | { readonly kind: 'no_shows'; readonly share: number; readonly visits: number }
  | { readonly kind: 'times_missed'; readonly share: number; readonly visits: number };

export type Advised =
  | { readonly kind: 'too_few'; readonly visits: number; readonly needed: number }
  | { readonly kind: 'advice'; readonly list: readonly Advice[] };

export function adviceFrom(figures: Analytics): Advised {
  const { called, waitMedian: usual } = figures.total;
  if (called < fewestOfAll || usual === null) {
    return { kind: 'too_few', visits: called, needed: fewestOfAll };
  }
  const found = [
    slowHours(figures, usual),
    busyWeekday(figures, usual),
    longLine(figures, usual),
    noShows(figures.total),
    timesMissed(figures.total),
  ];
  return { kind: 'advice', list: found.filter((each) => each !== undefined) };
}

function standsOut(minutes: number, usual: number): boolean {
  return minutes >= usual * longerBy && minutes >= usual + longerMinutes;
}

/**
 * Finds the longest run of consecutive hours with clearly longer waits than usual. If several runs
 * are equally long, returns the first.
 */
function slowHours({ hours }: Analytics, usual: number): Advice | undefined {
  const slow = hours.filter(
    ({ called, waitMedian }) =>
      called >= fewestOfOne && waitMedian !== null && standsOut(waitMedian, usual),
  );
  const stretches: (typeof slow)[] = [];
  for (const row of slow) {
    const last = stretches.at(-1);
    if (last?.at(-1)?.hour === row.hour - 1) last.push(row);
    else stretches.push([row]);
  }
  const [longest] = stretches.toSorted((one, other) => other.length - one.length);
  const first = longest?.[0];
  if (longest === undefined || first === undefined) return undefined;
  return {
    kind: 'slow_hours',
    from: first.hour,
    to: first.hour + longest.length,
    minutes: meanWait(longest),
    usual,
    visits: sum(longest.map(({ called }) => called)),
  };
}

function busyWeekday({ days }: Analytics, usual: number): Advice | undefined {
  const open = days.filter(({ arrivals }) => arrivals > 0);
  const byWeekday = Map.groupBy(open, ({ day }) => new Date(`${day}T12:00:00Z`).getUTCDay());
  const found = [...byWeekday].flatMap(([weekday, same]) => {
    const others = open.filter((day) => !same.includes(day));
    const visits = sum(same.map(({ called }) => called));
    // At least two days of the same weekday are needed. A single Monday is no evidence about
    // Mondays in general.
    if (same.length < 2 || others.length < 2 || visits < fewestOfOne) return [];
    const more = meanOf(same, 'arrivals') / meanOf(others, 'arrivals');
    const minutes = meanWait(same);
    if (more < busierBy || !standsOut(minutes, meanWait(others))) return [];
    return [{ kind: 'busy_weekday', weekday, more: more - 1, minutes, usual, visits } as const];
  });
  return found.toSorted((one, other) => other.minutes - one.minutes)[0];
}

function longLine({ doctors }: Analytics, usual: number): Advice | undefined {
  const known = doctors
    .flatMap(({ doctor, called, waitMedian }) =>
      called < fewestOfOne || waitMedian === null
        ? []
        : [{ ...doctor, visits: called, minutes: waitMedian }],
    )
    .toSorted((one, other) => other.minutes - one.minutes);
  const [longest] = known;
  if (longest === undefined || !standsOut(longest.minutes, usual)) return undefined;
  // Compares doctors of one department only, because a specialist cannot take another department's
  // patients.
  const shortest = known.findLast(({ department }) => department === longest.department);
  const other = shortest !== undefined && shortest.minutes < usual ? shortest : null;
  return {
    kind: 'long_line',
    doctor: longest.name,
    minutes: longest.minutes,
    usual,
    visits: longest.visits,
    other: other && { name: other.name, minutes: other.minutes },
  };
}

function noShows({ called, noShow, completed }: PeriodFigures): Advice | undefined {
  // A patient who is called in and does not appear is counted both in `called` and in `noShow`.
  const visits = Math.max(called, completed + noShow);
  const share = noShow / visits;
  return share >= manyNoShows ? { kind: 'no_shows', share, visits } : undefined;
}

function timesMissed({ promises, promisesKept }: PeriodFigures): Advice | undefined {
  if (promises < fewestOfAll) return undefined;
  const share = promisesKept / promises;
  return share < fewKept ? { kind: 'times_missed', share, visits: promises } : undefined;
}

/** The mean of the median waits of several rows, weighted by the number of visits. */
function meanWait(rows: readonly PeriodFigures[]): number {
  const withMedian = rows.filter(({ waitMedian }) => waitMedian !== null);
  const visits = sum(withMedian.map(({ called }) => called));
  return visits === 0
    ? 0
    : sum(withMedian.map((row) => (row.waitMedian ?? 0) * row.called)) / visits;
}

function meanOf(rows: readonly PeriodFigures[], name: 'arrivals'): number {
  return sum(rows.map((row) => row[name])) / rows.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
