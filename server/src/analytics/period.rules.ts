/** The days of a requested period. */
import { longestPeriodDays } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/** The period that the user asks for. */
export interface WantedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The number of days in the period, up to its last day. */
  readonly days?: number | undefined;
}

export interface Days {
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

/**
 * The first and last day of the period that the user asks for; both default to today. Refuses an
 * end before the start, and more than a year.
 */
export function periodOf(given: WantedPeriod, today: string): Result<Days> {
  const to = given.to ?? today;
  const from = given.from ?? daysBefore(to, (given.days ?? 1) - 1);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= longestPeriodDays) return ok({ from, to });
  return refuse('invalid_request', [{ param: 'from', msg: fieldMessages.period }]);
}

/** The period of 365 days that ends with the given day. */
export function yearUpTo(day: string): Days {
  return { from: daysBefore(day, 364), to: day };
}

/** Every day of the period, in order. */
export function eachDay({ from, to }: Days): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => daysBefore(from, -index));
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}
