/**
 * The end of the hours in a forecast: nobody is given a time after it. A place whose call comes
 * before it with a probability below 90 % is doubtful, below 50 % it is beyond [QST-12, INV-16].
 */
import type { WorkDay } from '../schedule/work-day.rules.ts';
import type { Forecast } from './forecast.rules.ts';
import { longestHours, pastMidnight } from './constants.rules.ts';

/** After it no call is forecast. */
export interface DayLimit {
  /** Minutes from now. */
  readonly in: number;
  /** ms since 1970, where it is the end of the hours. */
  readonly closesAt: number | null;
}

export const endless: DayLimit = { in: Infinity, closesAt: null };

export type Reach = 'within' | 'doubtful' | 'beyond';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The end of the hours; of the day for a doctor who works outside them. */
export function dayLimitAt({ hours, day }: WorkDay, moment: Date): DayLimit {
  const now = moment.getTime();
  const limit = (at: number, closesAt: number | null) => {
    return { in: Math.max(0, (at - now) / minuteMs), closesAt };
  };
  if (hours === undefined || now >= hours.to) return limit(day.to + pastMidnight * hourMs, null);
  if (hours.to - hours.from > longestHours * hourMs) return limit(now + 24 * 60 * minuteMs, null);
  return limit(hours.to, hours.to);
}

/** Monotonic: a patient further back never has a better one [INV-11]. */
export function reachOf({ median, upper }: Forecast, limit: DayLimit): Reach {
  if (median >= limit.in) return 'beyond';
  return Math.ceil(upper) > limit.in ? 'doubtful' : 'within';
}

/** The forecast without the times after the limit. */
export function cutAt(forecast: Forecast, limit: DayLimit): Forecast {
  const cut = (minutes: number) => Math.min(minutes, limit.in);
  const parts = forecast.parts.filter(({ lower }) => lower < limit.in);
  return {
    ...forecast,
    lower: cut(forecast.lower),
    upper: cut(forecast.upper),
    parts: parts.map(({ lower, upper }) => ({ lower, upper: cut(upper) })),
  };
}
