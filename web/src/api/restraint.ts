/** When a read that failed may be sent again, so that no screen can ask in a loop, whatever it does. */
import type { Query, QueryOptions } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

const second = 1000;
const minute = 60 * second;

/** Sent as often as a screen likes, one after the other; a loop is told from a hiccup after that. */
const sentFreely = 3;
/** Between reads of a server that is away or busy, at most. */
const longestWhilePassing = 15 * second;
/** Between reads that are refused for what they are: asking by itself is as good as stopped. */
const longestWhileRefused = 10 * minute;
/** A server that asks for more peace than this is asked once more all the same. */
const longestAsked = 5 * minute;

/** Milliseconds of rest after so many failures in a row, the last of which was this one. */
export function restAfter(failures: number, failure: unknown): number {
  if (failures < sentFreely) return askedFor(failure);
  const longest = isRefused(failure) ? longestWhileRefused : longestWhilePassing;
  const own = Math.min(longest, second * 2 ** (failures - sentFreely + 1));
  return Math.max(askedFor(failure), own);
}

/** Milliseconds that the server asked for by Retry-After; 0 where it did not. */
export function askedFor(failure: unknown): number {
  if (!(failure instanceof ApiProblem)) return 0;
  return Math.min(longestAsked, (failure.retryAfter ?? 0) * second);
}

/** The server understood and will not, so that asking again by itself cannot help. */
function isRefused(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false;
  const { status } = failure;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** What the reads of a query came to since one last succeeded. */
interface Streak {
  readonly failures: number;
  readonly failure: ApiProblem;
  /** As `now` tells it. */
  readonly failedAt: number;
}

interface RestraintParts {
  /** Milliseconds that only go up. */
  readonly now: () => number;
  /** By the same clock: when somebody last pressed anything. What a person asks for is sent. */
  readonly pressedAt: () => number;
}

export interface Restraint {
  /** Answers a read that comes too soon with the failure before it, without sending it. */
  readonly behavior: NonNullable<QueryOptions['behavior']>;
  /** Whether a read of this query would be sent now. */
  readonly mayAsk: (query: Query) => boolean;
  /** The server can be reached again: nothing that failed counts any more. */
  readonly forget: () => void;
}

/** The rule for every read of a cache; a query that is thrown away takes its failures along. */
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
