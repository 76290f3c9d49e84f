/** Which days an administrator asked for. */
import { longestPeriodDays } from '@baari/contract/analytics.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

export interface Days {
  /** First and last, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

/** Both ends are today unless told; refuses an end before its beginning and more than a year. */
export function periodOf(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): Result<Days> {
  const to = given.to ?? today;
  const from = given.from ?? (given.to === undefined ? today : given.to);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= longestPeriodDays) return ok({ from, to });
  return refuse('invalid_request', [{ param: 'from', msg: fieldMessages.period }]);
}

/** The year that ends with a day. */
export function yearUpTo(day: string): Days {
  const from = new Date(Date.parse(day) - 364 * dayMs).toISOString().slice(0, 10);
  return { from, to: day };
}
