/** Limits how often a failed read is sent again, so that no screen can request in a loop. */
import type { Query, QueryOptions } from '@tanstack/react-query';
import { ApiProblem } from '../problems/problem.ts';

const second = 1000;
const minute = 60 * second;

/** This many failed reads are repeated without a delay; more may be a loop. */
const sentFreely = 3;
/** The longest delay in ms between reads while the server is down or busy. */
const longestWhilePassing = 15 * second;
/** The longest delay in ms between refused reads. Retries cannot help them. */
const longestWhileRefused = 10 * minute;
/** The longest Retry-After that is respected, in ms. */
const longestAsked = 5 * minute;

/** The delay in ms after this many failures in a row, the last of which is given. */
export function restAfter(failures: number, failure: unknown): number {
  if (failures < sentFreely) return askedFor(failure);
  const longest = isRefused(failure) ? longestWhileRefused : longestWhilePassing;
  const own = Math.min(longest, second * 2 ** (failures - sentFreely + 1));
  return Math.max(askedFor(failure), own);
}

/** The server's Retry-After in ms; 0 without one. */
export function askedFor(failure: unknown): number {
  if (!(failure instanceof ApiProblem)) return 0;
  return Math.min(longestAsked, (failure.retryAfter ?? 0) * second);
}

/** Whether the server refused for good, so that an automatic retry cannot help. */
function isRefused(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false;
  const { status } = failure;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Consecutive failures of a query since its last success. */
interface Streak {
  readonly failures: number;
  readonly failure: ApiProblem;
  /** When the last request failed, in ms of the clock `now`. */
  readonly failedAt: number;
}

interface RestraintParts {
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /**
   * When the person last pressed anything, on the same clock; requests caused by a press are always
   * sent.
   */
  readonly pressedAt: () => number;
}

export interface Restraint {
  /** Answers a read that comes too soon with the previous failure, without sending it. */
  readonly behavior: NonNullable<QueryOptions['behavior']>;
  /** Whether a read of this query would be sent now. */
  readonly mayAsk: (query: Query) => boolean;
  /** Resets all failures, because the server is reachable again. */
  readonly forget: () => void;
}

/**
 * Creates the rule that limits every read of a cache. When a query is removed, its failures are forgotten.
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
