/**
 * A circuit breaker for an unresponsive model [ASSESS-5]. Pure: takes the state and an event,
 * returns the new state.
 */

export interface Breaker {
  /** Failures since the last answer. */
  readonly failures: number;
  /** No calls before this time; null: the breaker is closed. */
  readonly openUntil: Date | null;
}

export const closed: Breaker = { failures: 0, openUntil: null };

/** Consecutive failures that open it. */
export const failuresToOpen = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

export function mayAsk({ openUntil }: Breaker, now: Date): boolean {
  return openUntil === null || openUntil.getTime() <= now.getTime();
}

/** How many calls may run at once: after a pause only one, as a probe. */
export function mostAtOnce({ openUntil }: Breaker, most: number): number {
  return openUntil === null ? most : 1;
}

/** Any answer closes it; each failure of an open breaker doubles the pause. */
export function after(breaker: Breaker, hasAnswered: boolean, now: Date): Breaker {
  if (hasAnswered) return closed;
  const failures = breaker.failures + 1;
  if (failures < failuresToOpen) return { failures, openUntil: null };
  const pause = Math.min(firstPauseMs * 2 ** (failures - failuresToOpen), longestPauseMs);
  return { failures, openUntil: new Date(now.getTime() + pause) };
}
