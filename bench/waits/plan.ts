/**
 * The weekly plan of the simulated doctors, and the conversion of the simulation's minutes to
 * instants.
 */
import { weekdays } from '../../contract/src/constants.ts';
import type { DayPlan, WeekPlan } from '../../contract/src/hospital/schedule.ts';

const begin = Date.UTC(2026, 0, 5);
const minuteMs = 60_000;

/** Converts a minute of the simulation to a timestamp, in milliseconds since 1970. */
export function instantOf(at: number): number {
  return begin + at * minuteMs;
}

export function dateOf(at: number): Date {
  return new Date(instantOf(at));
}

export function instantOrNull(at: number | null): number | null {
  return at === null ? null : instantOf(at);
}

export function dateOrNull(at: number | null): Date | null {
  return at === null ? null : dateOf(at);
}

/** The doctors' weekly plan, which is the same for every day. */
export function weekPlanOf(hasPlannedBreak: boolean): WeekPlan {
  const day = {
    hours: [{ from: '09:00', to: '16:00' }],
    breaks: hasPlannedBreak ? [{ from: '12:30', to: '13:15' }] : [],
  };
  const days = weekdays.map((weekday) => [weekday, day] as const);
  return Object.fromEntries(days) as Record<(typeof weekdays)[number], DayPlan>;
}
