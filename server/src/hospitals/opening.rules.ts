/**
 * When a hospital is open, by the hours of its week [PAT-3, PAT-6]. Pure: the hours, the IANA zone and the
 * time in; hours that meet at midnight are one.
 */
import { lastMinute, weekdays } from '@baari/contract/constants.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { Opening } from '@baari/contract/opening.ts';

const daysLookedAt = 8;

/** Whether it is open at a moment, and until when. */
export function openingAt(hours: WeekHours, zone: string, now: Date): Opening {
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
  const isForEver = shutsAt - at >= (daysLookedAt - 1) * 86_400_000;
  return { isOpen: true, until: isForEver ? null : new Date(shutsAt).toISOString() };
}

function* spansFrom(
  hours: WeekHours,
  zone: string,
  now: Date,
): Generator<{ readonly from: number; readonly to: number }> {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  for (let days = 0; days < daysLookedAt; days += 1) {
    const day = today.toPlainDate().add({ days });
    const name = weekdays[day.dayOfWeek - 1];
    if (name === undefined) throw new Error(`No weekday for ${day.toString()}.`);
    const { open, close, closed } = hours[name];
    if (closed || open >= close) continue;
    const to =
      close === lastMinute
        ? day.add({ days: 1 }).toZonedDateTime(zone)
        : day.toZonedDateTime({ timeZone: zone, plainTime: close });
    const from = day.toZonedDateTime({ timeZone: zone, plainTime: open });
    yield { from: from.epochMilliseconds, to: to.epochMilliseconds };
  }
}
