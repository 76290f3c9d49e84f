/**
 * Several points of one line as a single faster server: k points with mean m call about every m / k
 * minutes (an M/G/k queue in heavy traffic; Kingman 1970, Whitt 1993). Times in minutes.
 */
import type { Ahead } from './forecast.rules.ts';
import { type ServiceTimeRow, serviceTimeOf, squaredVariation } from './service-time.rules.ts';
import { estimateSpread } from './calibration.rules.ts';

/** The line's pace between calls, from the pace of one point; unchanged for one point or none. */
export function pacedTogether(
  row: ServiceTimeRow,
  points: number,
): Pick<ServiceTimeRow, 'pace_minutes' | 'pace_squares' | 'usual_minutes' | 'session_minutes'> {
  const k = Math.max(1, points);
  return {
    pace_minutes: row.pace_minutes / k,
    pace_squares: row.pace_squares / k ** 2,
    usual_minutes: row.usual_minutes / k,
    session_minutes: row.session_minutes / k,
  };
}

/**
 * Since when the next call is awaited: the latest call if all points serve; null if one is free.
 */
export function servedTogether(points: number, inside: readonly Date[]): Date | null {
  if (points === 0 || inside.length < points) return null;
  return inside.reduce((latest, at) => (at > latest ? at : latest));
}

/** The spread of a point's time per person in this line. */
export function spreadAtPoint(learnt: ServiceTimeRow): number {
  return estimateSpread(squaredVariation([serviceTimeOf(learnt)]), learnt.pace_visits);
}

/**
 * The callable entries of a shared line, and of each of its doctors' own lines: numbers in the
 * line's order.
 */
export interface LinesOfDoctors {
  readonly shared: readonly number[];
  /** One for each point; empty for a counter. */
  readonly ownLines: readonly (readonly number[])[];
}

/**
 * The people called before a patient with these ahead in the shared line. Its doctors call the
 * earlier of the own line's and the shared line's first [LINE-2]. Computed as if all visits took
 * equally long: a doctor with many own patients joins in later. Monotonic: of two patients, the one
 * behind has no fewer ahead.
 */
export function withOwnLines(ahead: Ahead, { shared, ownLines }: LinesOfDoctors): Ahead {
  const left = ownLines.map((own) => [...own]);
  const calls = ownLines.map(() => 0);
  let called = 0;
  for (let at = 0; at <= ahead.people; called += 1) {
    const next = calls.indexOf(Math.min(...calls));
    calls[next] = (calls[next] ?? 0) + 1;
    const [first = Infinity] = left[next] ?? [];
    if (first < (shared[at] ?? Infinity)) left[next]?.shift();
    else at += 1;
  }
  const besides = called - 1 - ahead.people;
  return { people: ahead.people + besides, visits: ahead.visits + besides };
}

/**
 * A shared line from which the doctor of an own line calls too: numbers of the callable entries of
 * the own line, of the shared one, and of the own lines of the other doctors who call from it.
 */
export interface SharedBeside {
  readonly own: readonly number[];
  readonly shared: readonly number[];
  readonly others: readonly (readonly number[])[];
}

/**
 * The people this doctor calls before a patient with these ahead in the doctor's own line: also
 * those of the shared lines who joined earlier and whom no other doctor calls first [LINE-2]. The
 * same assumptions as `withOwnLines`; monotonic too.
 */
export function withSharedLines(ahead: Ahead, besides: readonly SharedBeside[]): Ahead {
  const more = besides.reduce((sum, beside) => sum + calledFromShared(ahead.people, beside), 0);
  return { people: ahead.people + more, visits: ahead.visits + more };
}

/** How many of the shared line this doctor calls before the patient at this index of the own line. */
function calledFromShared(people: number, { own, shared, others }: SharedBeside): number {
  // In the middle: which of several free doctors calls first is unknown.
  const mine = Math.floor(others.length / 2);
  const lines = others.toSpliced(mine, 0, own).map((numbers) => [...numbers]);
  const calls = lines.map(() => 0);
  for (let [at, ownCalled] = [0, 0]; ; ) {
    const next = calls.indexOf(Math.min(...calls));
    const first = lines[next]?.[0] ?? Infinity;
    const isOwn = first <= (shared[at] ?? Infinity);
    if (next === mine && isOwn) {
      if (ownCalled === people) return (calls[mine] ?? 0) - people;
      ownCalled += 1;
    }
    calls[next] = (calls[next] ?? 0) + 1;
    if (isOwn) lines[next]?.shift();
    else at += 1;
  }
}
