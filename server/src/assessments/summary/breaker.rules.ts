/** Leaves a model that does not answer alone for a while [ASSESS-5]. Pure: what happened in, what holds out. */

export interface Breaker {
  /** Failures since the last answer. */
  readonly failures: number;
  /** Nobody is asked before; null: it is closed. */
  readonly openUntil: Date | null;
}

export const closed: Breaker = { failures: 0, openUntil: null };

/** Failures in a row that open it. */
export const failuresToOpen = 5;
const firstPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

export function mayAsk({ openUntil }: Breaker, now: Date): boolean {
  return openUntil === null || openUntil.getTime() <= now.getTime();
}

/** How many may be asked at once: one alone tries whether it answers again. */
export function mostAtOnce({ openUntil }: Breaker, most: number): number {
  return openUntil === null ? most : 1;
}

/** After an answer, whatever was in it, it is closed; each failure of an open one doubles the pause. */
export function after(breaker: Breaker, hasAnswered: boolean, now: Date): Breaker {
  if (hasAnswered) return closed;
  const failures = breaker.failures + 1;
  if (failures < failuresToOpen) return { failures, openUntil: null };
  const pause = Math.min(firstPauseMs * 2 ** (failures - failuresToOpen), longestPauseMs);
  return { failures, openUntil: new Date(now.getTime() + pause) };
}
