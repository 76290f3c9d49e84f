/**
 * Limits attempts. Each attempt is counted before it is allowed, so that concurrent attempts cannot
 * exceed a limit.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  botCheckLevel,
  type Budget,
  exceeded,
  secondsUntilFree,
  windowMs,
} from './attempts.rules.ts';
import { countTries, forgetTries, returnTries } from './attempts.store.ts';

/**
 * The outcome of an attempt. 'counts': it counts for all its limits. 'free': it counts for none.
 * 'won': it counts for none and resets the first limit.
 */
export type TryOutcome = 'counts' | 'free' | 'won';

export type Admission =
  | { readonly admitted: true; readonly settle: (outcome: TryOutcome) => Promise<void> }
  | {
      readonly admitted: false;
      readonly retryAfterSeconds: number;
      /** The level of bot check that would allow this attempt; undefined if no level would. */
      readonly botCheckLevel?: number | undefined;
    };

/**
 * Ways to allow an attempt although a limit is used up. Each is checked only if the decision
 * depends on it.
 */
export interface Sparing {
  readonly isKnownAddress?: () => Promise<boolean>;
  /** Whether the caller solved a bot check of this level for this attempt. */
  readonly isBotCheckPassed?: (level: number) => Promise<boolean>;
}

export interface AttemptsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Whether attempts are limited. If false, every attempt is allowed. */
  readonly enabled: boolean;
}

export interface Attempts {
  admit(budgets: readonly Budget[], sparing?: Sparing): Promise<Admission>;
  /** Resets the counter of a limit. */
  forget(budget: Budget): Promise<void>;
}

export function makeAttempts({ db, clock, enabled }: AttemptsOptions): Attempts {
  if (!enabled) {
    return {
      admit: async () => ({ admitted: true, settle: async () => undefined }),
      forget: async () => undefined,
    };
  }
  return {
    async admit(budgets, { isKnownAddress = nobody, isBotCheckPassed = nobody } = {}) {
      const keys = budgets.map(({ key }) => key);
      const now = clock.now();
      const counted = await countTries(db, keys, now, new Date(now.getTime() + windowMs));
      const admitted = { admitted: true, settle } as const;
      const all = exceeded(budgets, counted);
      if (all.length === 0) return admitted;
      const isSpared = all.some((one) => one.sparesKnownAddress) && (await isKnownAddress());
      const over = isSpared ? all.filter((one) => one.sparesKnownAddress !== true) : all;
      if (over.length === 0) return admitted;
      const level = botCheckLevel(over, counted);
      if (level !== undefined && (await isBotCheckPassed(level))) return admitted;
      // The refused attempt was not checked, so it must not count towards the limit.
      await returnTries(db, keys);
      const retryAfterSeconds = secondsUntilFree(over, counted, now);
      return { admitted: false, retryAfterSeconds, botCheckLevel: level };

      function settle(outcome: TryOutcome): Promise<void> {
        return settleTries(db, budgets, outcome);
      }
    },
    forget: ({ key }) => forgetTries(db, key),
  };
}

const nobody = () => Promise.resolve(false);

async function settleTries(
  db: Queryable,
  budgets: readonly Budget[],
  outcome: TryOutcome,
): Promise<void> {
  if (outcome === 'counts') return;
  const [first, ...others] = budgets.map(({ key }) => key);
  if (first === undefined) return;
  if (outcome === 'won') {
    await forgetTries(db, first);
    await returnTries(db, others);
    return;
  }
  await returnTries(db, [first, ...others]);
}
