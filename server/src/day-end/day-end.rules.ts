/** When a day of a hospital ends for one who waits. Pure: rows and the time in [DAY-1]. */
import { type Role, undoClosingMinutes } from '@baari/contract/constants.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';

/** As the hospital has set it; nulls where it has not. */
interface DayEndSetting {
  /** HH:MM on the hospital's clock. */
  readonly endsAt: string | null;
  /** Since when that is so: what was before is not made up for. */
  readonly since: Date | null;
  readonly zone: string;
}

/** Where nothing is set: what was forgotten goes in the morning, before the first patients come. */
const forgottenFrom = '06:00';
/** And only after so many hours in which nothing happened to it or to its line. */
export const forgottenHours = 8;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Until when a day that was closed by hand can be opened again. */
export function undoEndsAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + undoClosingMinutes * minuteMs);
}

/** When a break that was announced before a closing goes on; undefined where it is over by now. */
export function breakLeft(breakUntil: string | null, now: Date): Date | null | undefined {
  if (breakUntil === null) return null;
  const until = new Date(breakUntil);
  return until > now ? until : undefined;
}

/**
 * Whether a closing must say how many it closes: a receptionist's, while the hospital is open by its hours and
 * patients wait or have asked.
 */
export function needsCount(
  role: Role,
  { isOpen, open }: { readonly isOpen: boolean; readonly open: number },
): boolean {
  return role !== 'hospital_admin' && isOpen && open > 0;
}

/** The last time that the hospital's clock came to a time of the day. */
export function lastAt(time: string, zone: string, now: Date): Date {
  const today = dayAt(now, zone);
  const candidate = instantFrom(today, time, zone);
  return candidate <= now ? candidate : instantFrom(addDays(today, -1), time, zone);
}

/** The end of a day that is to be carried out for a doctor now; undefined where there is none. */
export function endDue(
  { endsAt, since, zone }: DayEndSetting,
  doneAt: Date | null,
  now: Date,
): Date | undefined {
  if (endsAt === null || since === null) return undefined;
  const end = lastAt(endsAt, zone, now);
  const isNew = end > since && (doneAt === null || doneAt < end);
  return isNew ? end : undefined;
}

/**
 * Whether the day has ended since somebody went in to the doctor, at the set time or in the morning after: nobody
 * closes a consultation by itself, but the desk is asked about it.
 */
export function isOverEnd(startedAt: Date, setting: DayEndSetting, now: Date): boolean {
  const end = endDue(setting, null, now);
  return (end !== undefined && startedAt <= end) || forgottenAt(startedAt, setting.zone) <= now;
}

/**
 * When one who waits counts as forgotten: in the morning after the day on which something happened last,
 * to the entry or to its line, and after some hours of rest.
 */
export function forgottenAt(lastTouched: Date, zone: string): Date {
  const rested = new Date(lastTouched.getTime() + forgottenHours * hourMs);
  const morning = instantFrom(addDays(dayAt(lastTouched, zone), 1), forgottenFrom, zone);
  return rested > morning ? rested : morning;
}
