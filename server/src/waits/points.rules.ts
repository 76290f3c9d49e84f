/**
 * Treats several service points of one line as a single faster server: k points with mean service
 * time m call about every m / k minutes (an M/G/k queue in heavy traffic; Kingman 1970, Whitt
 * 1993). Times are in minutes.
 */
import type { Ahead } from './forecast.rules.ts';
import { type ServiceTimeRow, serviceTimeOf, squaredVariation } from './service-time.rules.ts';
import { estimateSpread } from './calibration.rules.ts';

/**
 * The time between two calls of a line, from the service time of one point. It is unchanged if the
 * line has one point or none.
 */
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
 * When the present service of the line began, if all its points are treated as one server. If all
 * points serve, it is the time of the latest call. Null if a point is free.
 */
export function servedTogether(points: number, inside: readonly Date[]): Date | null {
  if (points === 0 || inside.length < points) return null;
  return inside.reduce((latest, at) => (at > latest ? at : latest));
}

/** The spread of the service time per patient at one point of this line. */
export function spreadAtPoint(learnt: ServiceTimeRow): number {
  return estimateSpread(squaredVariation([serviceTimeOf(learnt)]), learnt.pace_visits);
}

/**
 * The patients who can be called from a shared line, and from the own lines of each of its doctors.
 * Each patient is given by a number; patients who joined later have greater numbers.
 */
export interface LinesOfDoctors {
  readonly shared: readonly number[];
  /**
   * For each service point, the numbers of the patients in its doctor's own line. The list is empty
   * for a counter.
   */
  readonly ownLines: readonly (readonly number[])[];
}

/**
 * The people who are called before a patient of a shared line with these people ahead. Each doctor
 * calls the first patient of the own line or of the shared line, depending on which of the two joined earlier [LINE-2].
 * All visits are assumed to take equally long, so a doctor with many own patients calls from the
 * shared line later. A patient further back never has fewer people ahead.
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
 * A shared line from which a doctor also calls, in addition to the doctor's own line. It contains
 * the numbers that patients who can be called got on joining: in the own line, in the shared line,
 * and in the own lines of the other doctors who call from the shared line.
 */
export interface SharedBeside {
  readonly own: readonly number[];
  readonly shared: readonly number[];
  readonly others: readonly (readonly number[])[];
}

/**
 * The people whom a doctor calls before a patient with these people ahead in the doctor's own line.
 * They include patients of shared lines who joined earlier and whom no other doctor calls first
 * [LINE-2]. The assumptions are those of `withOwnLines`. A patient further back never has fewer
 * people ahead.
 */
export function withSharedLines(ahead: Ahead, besides: readonly SharedBeside[]): Ahead {
  const more = besides.reduce((sum, beside) => sum + calledFromShared(ahead.people, beside), 0);
  return { people: ahead.people + more, visits: ahead.visits + more };
}

/**
 * How many patients of the shared line this doctor calls before the patient at position `people` of
 * the own line.
 */
function calledFromShared(people: number, { own, shared, others }: SharedBeside): number {
  // It is unknown which of several free doctors calls first. This doctor is assumed to be in the
  // middle of the order.
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
