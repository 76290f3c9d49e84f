/**
 * How forecasts treat the end of the working hours: no patient gets a later time. If the patient is
 * called before the end with a probability below 90 %, the forecast is doubtful. If the probability
 * is below 50 %, no wait is forecast [QST-12, INV-16].
 */
import type { WorkDay } from '../schedule/work-day.rules.ts';
import type { Forecast } from './forecast.rules.ts';
import { longestHours, pastMidnight } from './constants.rules.ts';

/** The time after which no call is forecast. */
export interface DayLimit {
  /** The limit in minutes from now. */
  readonly in: number;
  /**
   * The end of the working hours in milliseconds since 1970, if it is the limit; otherwise null.
   */
  readonly closesAt: number | null;
}

export const endless: DayLimit = { in: Infinity, closesAt: null };

export type Reach = 'within' | 'doubtful' | 'beyond';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The time limit for forecasts: the end of the working hours. For a doctor who works outside these
 * hours, the limit is some time after the end of the day.
 */
export function dayLimitAt({ hours, day }: WorkDay, moment: Date): DayLimit {
  const now = moment.getTime();
  const limit = (at: number, closesAt: number | null) => {
    return { in: Math.max(0, (at - now) / minuteMs), closesAt };
  };
  if (hours === undefined || now >= hours.to) return limit(day.to + pastMidnight * hourMs, null);
  if (hours.to - hours.from > longestHours * hourMs) return limit(now + 24 * 60 * minuteMs, null);
  return limit(hours.to, hours.to);
}

/**
 * Whether the patient is called before the time limit. A patient further back in line never gets a
 * better result [INV-11].
 */
export function reachOf({ median, upper }: Forecast, limit: DayLimit): Reach {
  if (median >= limit.in) return 'beyond';
  return Math.ceil(upper) > limit.in ? 'doubtful' : 'within';
}

/** The forecast without the part of its range that is after the time limit. */
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
