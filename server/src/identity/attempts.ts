/** Limits on tries: each is counted before it is allowed, so that none slips through a race. */
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { type Budget, exceeded, secondsUntilFree, windowMs } from './attempts.rules.ts';
import { countTries, forgetTries, returnTries } from './attempts.store.ts';

/** What became of a try: 'free' ones cost nothing, 'won' ones also clear the first budget. */
export type TryOutcome = 'counts' | 'free' | 'won';

export type Admission =
  | { readonly admitted: true; readonly settle: (outcome: TryOutcome) => Promise<void> }
  | { readonly admitted: false; readonly retryAfterSeconds: number };

export interface AttemptsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** False: nothing is limited. */
  readonly enabled: boolean;
}

export interface Attempts {
  /** `isKnownAddress` is asked only when that decides. */
  admit(budgets: readonly Budget[], isKnownAddress?: () => Promise<boolean>): Promise<Admission>;
  /** Gives a budget back whole. */
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
    async admit(budgets, isKnownAddress = async () => false) {
      const keys = budgets.map(({ key }) => key);
      const now = clock.now();
      const counted = await countTries(db, keys, now, new Date(now.getTime() + windowMs));
      const over = exceeded(budgets, counted);
      const isSpared =
        over.length > 0 && over.every((one) => one.sparesKnownAddress) && (await isKnownAddress());
      if (over.length > 0 && !isSpared) {
        // A refused try checked nothing, so it must not use up what others need.
        await returnTries(db, keys);
        return { admitted: false, retryAfterSeconds: secondsUntilFree(over, counted, now) };
      }
      return { admitted: true, settle: (outcome) => settle(db, budgets, outcome) };
    },
    forget: ({ key }) => forgetTries(db, key),
  };
}

async function settle(
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
