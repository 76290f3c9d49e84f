/** Rules on when reminders of an appointment are sent [REM-1]. Pure functions. */
import { type ReminderTime, reminderTimes } from '@baari/contract/visit/reminders.ts';
import { addDays, dayAt, instantFrom } from '../../schedule/calendar.rules.ts';

/** How long before the visit each reminder is sent. Days are days of the hospital's calendar. */
const before = {
  week: { days: 7 },
  three_days: { days: 3 },
  day: { days: 1 },
  two_hours: { hours: 2 },
} as const satisfies Record<ReminderTime, Temporal.DurationLike>;

/** When a reminder of a visit is sent. */
export function remindAt(time: ReminderTime, startsAt: Date, zone: string): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(zone)
    .subtract(before[time]);
  return new Date(at.epochMilliseconds);
}

/** The next reminder of a visit, and when it is sent; undefined if none is still ahead. */
export function nextReminder(
  times: readonly ReminderTime[],
  { startsAt, zone }: { readonly startsAt: Date; readonly zone: string },
  now: Date,
): { readonly time: ReminderTime; readonly at: Date } | undefined {
  // The times are declared in the order in which they are sent.
  return reminderTimes
    .filter((time) => times.includes(time))
    .map((time) => ({ time, at: remindAt(time, startsAt, zone) }))
    .find(({ at }) => at > now);
}

export type ReminderNews =
  | 'appointment_reminder_early'
  | 'appointment_reminder'
  | 'appointment_reminder_today';

/**
 * Which message reminds of a visit now, and until when its words are true. Undefined on the day of
 * the visit, except for the reminder two hours before.
 */
export function reminderNews(
  time: ReminderTime,
  {
    date,
    startsAt,
    zone,
  }: { readonly date: string; readonly startsAt: Date; readonly zone: string },
  now: Date,
): { readonly kind: ReminderNews; readonly notAfter: Date } | undefined {
  const today = dayAt(now, zone);
  if (today >= date) {
    const isSoon = time === 'two_hours';
    return isSoon ? { kind: 'appointment_reminder_today', notAfter: startsAt } : undefined;
  }
  const notAfter = instantFrom(date, '00:00', zone);
  const isTomorrow = addDays(today, 1) === date;
  return { kind: isTomorrow ? 'appointment_reminder' : 'appointment_reminder_early', notAfter };
}
