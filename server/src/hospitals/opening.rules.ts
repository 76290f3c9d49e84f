/**
 * When a hospital is open, by its weekly hours [PAT-3, PAT-6]. Pure: takes the hours, the IANA zone
 * and the time. Hours that end at midnight and continue on the next day are joined.
 */
import { lastMinute, weekdays } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { Opening } from '@baari/contract/hospital/opening.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from '../schedule/calendar.rules.ts';

const daysLookedAt = 8;

/** Whether a hospital is open at a moment, and until when. */
export function openingAt(hours: WeekHours, zone: string, now: Date): Opening {
  if (weekdays.every((day) => isAllDay(hours[day]))) return { isOpen: true, until: null };
  const at = now.getTime();
  let opensAt: number | undefined;
  let shutsAt: number | undefined;
  for (const { from, to } of spansFrom(hours, zone, now)) {
    if (to <= at) continue;
    const isNext = shutsAt === undefined || from <= shutsAt;
    if (!isNext) break;
    if (from > at && shutsAt === undefined) {
      opensAt = from;
      break;
    }
    shutsAt = to;
  }
  if (opensAt !== undefined) return { isOpen: false, until: new Date(opensAt).toISOString() };
  if (shutsAt === undefined) return { isOpen: false, until: null };
  return { isOpen: true, until: new Date(shutsAt).toISOString() };
}

function isAllDay({ open, close, closed }: WeekHours['monday']): boolean {
  return !closed && open === '00:00' && close === lastMinute;
}

function* spansFrom(
  hours: WeekHours,
  zone: string,
  now: Date,
): Generator<{ readonly from: number; readonly to: number }> {
  const today = dayAt(now, zone);
  for (let days = 0; days < daysLookedAt; days += 1) {
    const day = addDays(today, days);
    const { open, close, closed } = hours[weekdayOf(day)];
    if (closed || open >= close) continue;
    const to =
      close === lastMinute
        ? instantFrom(addDays(day, 1), '00:00', zone)
        : instantFrom(day, close, zone);
    yield { from: instantFrom(day, open, zone).getTime(), to: to.getTime() };
  }
}
