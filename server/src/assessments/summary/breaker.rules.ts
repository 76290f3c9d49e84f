/**
 * A circuit breaker for an unresponsive language model [ASSESS-5]. Pure: takes the state and an
 * event, returns the new state.
 */

export interface Breaker {
  /** The number of failed calls since the model last answered. */
  readonly failures: number;
  /** The model is not called before this time; null while the circuit breaker is closed. */
  readonly openUntil: Date | null;
}

export const closed: Breaker = { failures: 0, openUntil: null };

/** The number of consecutive failures that opens the breaker. */
export const failuresToOpen = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

export function mayAsk({ openUntil }: Breaker, now: Date): boolean {
  return openUntil === null || openUntil.getTime() <= now.getTime();
}

/** How many calls to the model may run at once. After a pause only one call may run, as a probe. */
export function mostAtOnce({ openUntil }: Breaker, most: number): number {
  return openUntil === null ? most : 1;
}

/**
 * The state of the circuit breaker after a call. An answer closes it; each failure while it is open
 * doubles the pause.
 */
export function after(breaker: Breaker, hasAnswered: boolean, now: Date): Breaker {
  if (hasAnswered) return closed;
  const failures = breaker.failures + 1;
  if (failures < failuresToOpen) return { failures, openUntil: null };
  const pause = Math.min(firstPauseMs * 2 ** (failures - failuresToOpen), longestPauseMs);
  return { failures, openUntil: new Date(now.getTime() + pause) };
}
