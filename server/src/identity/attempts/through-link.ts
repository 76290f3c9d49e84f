/** Limits attempts to use a secret link. */
import { ok, type Result, refuse } from '../../platform/result.ts';
import type { Attempts } from './attempts.ts';
import type { Budget } from './attempts.rules.ts';

/**
 * Finds what a link opens, if its budgets allow another attempt. A found link is settled as `free` or
 * `won`; a refused attempt stays counted. Refuses too_many_attempts, and as `find` does.
 */
export async function throughLink<Found>(
  attempts: Attempts,
  { budgets, settleAs }: { readonly budgets: Budget[]; readonly settleAs: 'free' | 'won' },
  find: () => Promise<Result<Found>>,
): Promise<Result<Found>> {
  const admission = await attempts.admit(budgets);
  if (!admission.admitted) {
    return { ...refuse('too_many_attempts'), retryAfterSeconds: admission.retryAfterSeconds };
  }
  const found = await find();
  if (!found.ok) return found;
  await admission.settle(settleAs);
  return ok(found.value);
}
