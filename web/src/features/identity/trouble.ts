/** What went wrong with a whole form, rather than with one field. */
import { serverNow } from '../../clock/clock.ts';
import { ApiProblem } from '../../api/problem.ts';

export interface Trouble {
  readonly message: string;
  /** When the next try is allowed, ms since 1970, where the server said so [security 7]. */
  readonly retryAt: number | undefined;
}

export function troubleOf(failure: unknown, message: string, now = serverNow()): Trouble {
  const wait = failure instanceof ApiProblem && failure.status === 429 && failure.retryAfter;
  return { message, retryAt: wait ? now + wait * 1000 : undefined };
}
