/** When a hospital's day ends for a waiting entry. Pure: takes rows and the time [DAY-1]. */
import { type Role, undoClosingMinutes } from '@baari/contract/constants.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';

/** The hospital's setting; nulls if unset. */
interface DayEndSetting {
  /** HH:MM on the hospital's clock. */
  readonly endsAt: string | null;
  /** When it was set: earlier ends are not carried out. */
  readonly since: Date | null;
  readonly zone: string;
}

/**
 * Without a setting, forgotten entries are closed in the morning, before the first patients arrive.
 */
const forgottenFrom = '06:00';
/** Hours without any event of the entry or its line before it counts as forgotten. */
export const forgottenHours = 8;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Until when a day closed by hand can be reopened. */
export function undoEndsAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + undoClosingMinutes * minuteMs);
}

/** When a break announced before a closing resumes; undefined if it is over by now. */
export function breakLeft(breakUntil: string | null, now: Date): Date | null | undefined {
  if (breakUntil === null) return null;
  const until = new Date(breakUntil);
  return until > now ? until : undefined;
}

/**
 * Whether a closing must give the number of entries: a receptionist's, while the hospital is open
 * and patients wait or have requested.
 */
export function needsCount(
  role: Role,
  { isOpen, open }: { readonly isOpen: boolean; readonly open: number },
): boolean {
  return role !== 'hospital_admin' && isOpen && open > 0;
}

/** The last time that the hospital's clock showed a time of day. */
export function lastAt(time: string, zone: string, now: Date): Date {
  const today = dayAt(now, zone);
  const candidate = instantFrom(today, time, zone);
  return candidate <= now ? candidate : instantFrom(addDays(today, -1), time, zone);
}

/** The end of the day that is due for a doctor now; undefined without one. */
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
 * Whether the day's end, at the set time or the next morning, has passed since a patient went in. No consultation is
 * closed automatically; the desk is asked about it.
 */
export function isOverEnd(startedAt: Date, setting: DayEndSetting, now: Date): boolean {
  const end = endDue(setting, null, now);
  return (end !== undefined && startedAt <= end) || forgottenAt(startedAt, setting.zone) <= now;
}

/**
 * When a waiting entry counts as forgotten: on the morning after the last event of the entry or its line, and only
 * after some hours without an event.
 */
export function forgottenAt(lastTouched: Date, zone: string): Date {
  const rested = new Date(lastTouched.getTime() + forgottenHours * hourMs);
  const morning = instantFrom(addDays(dayAt(lastTouched, zone), 1), forgottenFrom, zone);
  return rested > morning ? rested : morning;
}
