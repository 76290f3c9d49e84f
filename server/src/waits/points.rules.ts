/**
 * Several points that call from one line, as one that is faster: k points with the mean m call about every
 * m / k minutes (an M/G/k queue in heavy traffic; Kingman 1970, Whitt 1993). Times in minutes.
 */
import type { Ahead } from './forecast.rules.ts';
import { type PaceRow, paceOf, squaredVariation } from './pace.rules.ts';
import { fitSpread } from './wait-fit.rules.ts';

/** The pace from one call of the line to the next, from that of a point; as it is for one point or none. */
export function pacedTogether(
  row: PaceRow,
  points: number,
): Pick<PaceRow, 'pace_minutes' | 'pace_squares' | 'usual_minutes' | 'session_minutes'> {
  const k = Math.max(1, points);
  return {
    pace_minutes: row.pace_minutes / k,
    pace_squares: row.pace_squares / k ** 2,
    usual_minutes: row.usual_minutes / k,
    session_minutes: row.session_minutes / k,
  };
}

/** Since when the next call is awaited: the latest one, where every point serves; null where one is free. */
export function servedTogether(points: number, inside: readonly Date[]): Date | null {
  if (points === 0 || inside.length < points) return null;
  return inside.reduce((latest, at) => (at > latest ? at : latest));
}

/** The spread of what a point takes for one person, of the line's own. */
export function spreadAtPoint(learnt: PaceRow): number {
  return fitSpread(squaredVariation([paceOf(learnt)]), learnt.pace_visits);
}

/** Who can be called from a shared line, and from each of its doctors' own: by number, in the order of the line. */
export interface LinesOfDoctors {
  readonly shared: readonly number[];
  /** One for each point; of a counter it is empty. */
  readonly ownLines: readonly (readonly number[])[];
}

/**
 * Who is called before one with these people of the shared line ahead, where its doctors call whoever came sooner
 * of the own line and the shared one [LINE-2]: played on as if all took as long, so that a doctor with many of the
 * own is at the shared line's disposal as late as that is so. Of two behind one another the one behind has no fewer.
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
