/** Limits how often a failed read is sent again, so that no screen can request in a loop. */
import type { Query, QueryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../problems/problem.ts';

const second = 1000;
const minute = 60 * second;

/**
 * The number of failed reads that are repeated without a delay. More failed reads may be a loop.
 */
const sentFreely = 3;
/** The longest delay in ms between reads while the server is down or busy. */
const longestWhilePassing = 15 * second;
/**
 * The longest delay in milliseconds between two reads that the server refuses. It is long, because
 * repeating a refused read does not help.
 */
const longestWhileRefused = 10 * minute;
/** The longest time in a Retry-After header that the browser respects, in milliseconds. */
const longestAsked = 5 * minute;

/**
 * The delay in ms before the next read, from the number of consecutive failures and the last
 * failure.
 */
export function restAfter(failures: number, failure: unknown): number {
  if (failures < sentFreely) return askedFor(failure);
  const longest = isRefused(failure) ? longestWhileRefused : longestWhilePassing;
  const own = Math.min(longest, second * 2 ** (failures - sentFreely + 1));
  return Math.max(askedFor(failure), own);
}

/**
 * The time of the server's Retry-After header in milliseconds; 0 if the response had no such
 * header.
 */
export function askedFor(failure: unknown): number {
  if (!(failure instanceof ApiProblem)) return 0;
  return Math.min(longestAsked, (failure.retryAfter ?? 0) * second);
}

/** Whether the server's refusal is permanent, so that an automatic retry cannot help. */
function isRefused(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false;
  const { status } = failure;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The consecutive failures of a query since its last success. */
interface Streak {
  readonly failures: number;
  readonly failure: ApiProblem;
  /** When the last request failed, in ms of the clock `now`. */
  readonly failedAt: number;
}

interface RestraintParts {
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /**
   * When the person last pressed a key or a button, by the clock `now`. Requests caused by a press
   * are always sent.
   */
  readonly pressedAt: () => number;
}

export interface Restraint {
  /**
   * Answers a read that comes too soon after a failure with the previous failure, without sending a
   * request.
   */
  readonly behavior: NonNullable<QueryOptions['behavior']>;
  /** Whether a read of this query would be sent now. */
  readonly mayAsk: (query: Query) => boolean;
  /** Resets the failure counts of all queries, because the server is reachable again. */
  readonly forget: () => void;
}

/**
 * Creates the rule that stops a query from asking again too soon after a failure. Until the delay
 * has passed, further requests of the query fail at once with the last failure.
 */
export function createRestraint({ now, pressedAt }: RestraintParts): Restraint {
  let streaks = new WeakMap<object, Streak>();

  function held(query: object): Streak | undefined {
    const streak = streaks.get(query);
    if (streak === undefined) return undefined;
    const { failures, failure, failedAt } = streak;
    const rested = now() - failedAt;
    if (rested >= restAfter(failures, failure)) return undefined;
    const isPressed = pressedAt() > failedAt && rested >= askedFor(failure);
    return isPressed ? undefined : streak;
  }

  async function ask<Data>(query: object, send: () => Data | Promise<Data>): Promise<Data> {
    const streak = held(query);
    if (streak !== undefined) throw streak.failure;
    try {
      const data = await send();
      streaks.delete(query);
      return data;
    } catch (failure) {
      if (failure instanceof ApiProblem) {
        const failures = (streaks.get(query)?.failures ?? 0) + 1;
        streaks.set(query, { failures, failure, failedAt: now() });
      }
      throw failure;
    }
  }

  return {
    behavior: {
      onFetch(context, query) {
        const send = context.fetchFn;
        context.fetchFn = () => ask(query, send);
      },
    },
    mayAsk: (query) => held(query) === undefined,
    forget: () => {
      streaks = new WeakMap();
    },
  };
}
