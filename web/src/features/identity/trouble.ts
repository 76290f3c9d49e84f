/** An error that concerns a whole form, and not a single field. */
import { serverNow } from '../../clock/clock.ts';
import { ApiProblem } from '../../api/problems/problem.ts';

export interface Trouble {
  readonly message: string;
  /** When the next attempt is allowed, in ms since 1970, if the server said so [security 7]. */
  readonly retryAt: number | undefined;
}

export function troubleOf(failure: unknown, message: string, now = serverNow()): Trouble {
  const wait = failure instanceof ApiProblem && failure.status === 429 && failure.retryAfter;
  return { message, retryAt: wait ? now + wait * 1000 : undefined };
}
