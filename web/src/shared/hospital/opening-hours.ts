/**
 * Parses a hospital's opening hours from every format in which they may be stored [ENT-3, HPROF-2].
 */
import { lastMinute, type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { OperatingHours } from '@baari/contract/hospital/hospital.ts';

export type HoursOfDay =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'closed' }
  /** Opening hours from midnight to midnight. */
  | { readonly kind: 'allDay' }
  /** Opening hours stored as free text, which is shown unchanged. */
  | { readonly kind: 'text'; readonly text: string }
  /** The opening and closing times, HH:MM in the hospital's time zone. */
  | { readonly kind: 'range'; readonly open: string; readonly close: string };

/** The opening hours of all seven days, Monday first. */
export type Week = readonly { readonly day: Weekday; readonly hours: HoursOfDay }[];

/** The summary of a week's opening hours: a single text if all days have the same hours. */
export type WeekSummary =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'everyDay'; readonly hours: HoursOfDay }
  | { readonly kind: 'multiple' };

/** The opening hours of the current weekday in the hospital's time zone. */
export function hoursOfToday(hours: OperatingHours, now: Date, timeZone: string): HoursOfDay {
  const today = weekdays.find((day) => day === weekdayAt(now, timeZone));
  return today === undefined ? { kind: 'unknown' } : hoursOn(hours, today);
}

/** The opening hours of a weekday. Upper and lower case in the stored weekday names are ignored. */
export function hoursOn(hours: OperatingHours, weekday: Weekday): HoursOfDay {
  if (typeof hours === 'string') return fromText(hours);
  const day = Object.entries(hours).find(([name]) => name.trim().toLowerCase() === weekday)?.[1];
  if (day === undefined) return { kind: 'unknown' };
  if (typeof day === 'string') return fromText(day);
  if (day.closed) return { kind: 'closed' };
  if (day.open === '00:00' && day.close >= lastMinute) return { kind: 'allDay' };
  return { kind: 'range', open: day.open, close: day.close };
}

export function weekOf(hours: OperatingHours): Week {
  return weekdays.map((day) => ({ day, hours: hoursOn(hours, day) }));
}

/**
 * HPROF-2: summarises opening hours as none, as one text for every day, or as several schedules.
 */
export function summaryOf(hours: OperatingHours): WeekSummary {
  if (typeof hours === 'string') {
    const text = hours.trim();
    return text === '' ? { kind: 'unknown' } : { kind: 'text', text };
  }
  const monday = hoursOn(hours, 'monday');
  if (weekOf(hours).some((other) => !isSame(other.hours, monday))) return { kind: 'multiple' };
  return monday.kind === 'unknown' ? monday : { kind: 'everyDay', hours: monday };
}

/**
 * Returns a moment whose UTC time is the given HH:MM, for formatting. Returns undefined for an
 * invalid time.
 */
export function clockInstant(time: string): Date | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/u.test(time) ? new Date(`1970-01-01T${time}:00Z`) : undefined;
}

/**
 * Like `clockInstant`, but for the end of opening hours: the last minute of a day counts as
 * midnight.
 */
export function endInstant(time: string): Date | undefined {
  return clockInstant(time === lastMinute ? '00:00' : time);
}

function fromText(text: string): HoursOfDay {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'unknown' };
  if (trimmed.toLowerCase() === 'closed') return { kind: 'closed' };
  return { kind: 'text', text: trimmed };
}

function isSame(one: HoursOfDay, other: HoursOfDay): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  if (one.kind !== 'range') return one.kind === other.kind;
  return other.kind === 'range' && one.open === other.open && one.close === other.close;
}

function weekdayAt(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(now).toLowerCase();
}
