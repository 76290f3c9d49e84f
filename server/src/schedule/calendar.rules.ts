/** Conversions between instants and local dates and times of a time zone. */
import { weekdays } from '@baari/contract/constants.ts';

/** The date in a time zone at a given moment, YYYY-MM-DD. */
export function dayAt(moment: Date, zone: string): string {
  return zonedAt(moment, zone).toPlainDate().toString();
}

/** The local time in a time zone at a given moment, HH:MM. */
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
 * The instant of a local date and time. If clocks go back and the time occurs twice, returns the
 * first instant. If clocks go forward and skip the time, returns undefined.
 */
export function instantOf(day: string, time: string, zone: string): Date | undefined {
  const wanted = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (!found.toPlainDateTime().equals(wanted)) return undefined;
  return new Date(found.epochMilliseconds);
}

/**
 * The first instant of the day at which the local time is the given time or later. If clocks go
 * forward and skip the given time, returns the moment of the clock change.
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

/** The next time after now at which the clock in the zone shows a time of day. */
export function nextAt(time: string, zone: string, now: Date): Date {
  const today = dayAt(now, zone);
  const candidate = instantFrom(today, time, zone);
  return candidate > now ? candidate : instantFrom(addDays(today, 1), time, zone);
}
