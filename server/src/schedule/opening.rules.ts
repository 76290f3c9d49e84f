/**
 * When a hospital is open, by the hours of its week [PAT-3, PAT-6]. Pure: the hours, the IANA zone and the
 * time in; hours that meet at midnight are one.
 */
import type { WeekHours } from '@baari/contract/fields.ts';
import type { Opening } from '@baari/contract/opening.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from './calendar.rules.ts';

const daysLookedAt = 8;
/** The last minute that can be written stands for midnight. */
const lastMinute = '23:59';

/** Whether it is open at a moment, and until when. */
export function openingAt(hours: WeekHours, zone: string, now: Date): Opening {
  const at = now.getTime();
  let opensAt: number | undefined;
  let shutsAt: number | undefined;
  for (const { from, to } of spansFrom(hours, zone, dayAt(now, zone))) {
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
  const isForEver = shutsAt - at >= (daysLookedAt - 1) * 86_400_000;
  return { isOpen: true, until: isForEver ? null : new Date(shutsAt).toISOString() };
}

function* spansFrom(
  hours: WeekHours,
  zone: string,
  today: string,
): Generator<{ readonly from: number; readonly to: number }> {
  for (let ahead = 0; ahead < daysLookedAt; ahead += 1) {
    const day = addDays(today, ahead);
    const { open, close, closed } = hours[weekdayOf(day)];
    if (closed || open >= close) continue;
    const to =
      close === lastMinute
        ? instantFrom(addDays(day, 1), '00:00', zone)
        : instantFrom(day, close, zone);
    yield { from: instantFrom(day, open, zone).getTime(), to: to.getTime() };
  }
}
