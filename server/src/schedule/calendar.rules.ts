/** Conversions between instants and local dates and times of a time zone. */
import { weekdays } from '@baari/contract/constants.ts';

/** The date at a moment in a zone, YYYY-MM-DD. */
export function dayAt(moment: Date, zone: string): string {
  return zonedAt(moment, zone).toPlainDate().toString();
}

/** The local time at a moment in a zone, HH:MM. */
export function timeAt(moment: Date, zone: string): string {
  return zonedAt(moment, zone).toPlainTime().toString({ smallestUnit: 'minute' });
}

function zonedAt(moment: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export function weekdayOf(day: string): (typeof weekdays)[number] {
  const name = weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1];
  if (name === undefined) throw new Error(`No weekday for ${day}.`);
  return name;
}

/**
 * The instant of a local date and time: the first one if clocks go back and it occurs twice,
 * undefined if clocks go forward and it never occurs.
 */
export function instantOf(day: string, time: string, zone: string): Date | undefined {
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (!found.toPlainDateTime().equals(wanted)) return undefined;
  return new Date(found.epochMilliseconds);
}

/**
 * The first instant at which the local time is this time or later; if clocks go forward over it, the moment of the
 * change.
 */
export function instantFrom(day: string, time: string, zone: string): Date {
  const shown = instantOf(day, time, zone);
  if (shown !== undefined) return shown;
  const before = Temporal.PlainDate.from(day)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(zone, { disambiguation: 'earlier' });
  const change = before.getTimeZoneTransition('next') ?? before;
  return new Date(change.epochMilliseconds);
}

/** The next time that the clock shows a time of day. */
export function nextAt(time: string, zone: string, now: Date): Date {
  const today = dayAt(now, zone);
  const candidate = instantFrom(today, time, zone);
  return candidate > now ? candidate : instantFrom(addDays(today, 1), time, zone);
}
