/**
 * Several points that call from one line, as one that is faster: k points with the mean m call about every
 * m / k minutes (an M/G/k queue in heavy traffic; Kingman 1970, Whitt 1993). Times in minutes.
 */
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
