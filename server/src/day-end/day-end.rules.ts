/**
 * Rules on when a hospital's day ends for a waiting entry. Pure: takes rows and the time [DAY-1].
 */
import { type Role, undoClosingMinutes } from '@baari/contract/constants.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';

/**
 * The hospital's setting for the end of its day; the fields are null if the hospital has set no
 * time.
 */
interface DayEndSetting {
  /** HH:MM on the hospital's clock. */
  readonly endsAt: string | null;
  /** When the setting was saved. An end of the day before this time has no effect. */
  readonly since: Date | null;
  readonly zone: string;
}

/**
 * The time at which forgotten queue entries are closed if the hospital has set no end of the day.
 * It is before the first patients arrive.
 */
const forgottenFrom = '06:00';
/**
 * A queue entry counts as forgotten after this many hours without an event of the entry or of its
 * line.
 */
export const forgottenHours = 8;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The time until which a day that the desk closed can be reopened. */
export function undoEndsAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + undoClosingMinutes * minuteMs);
}

/**
 * When a doctor's break that began before the day was closed ends: null if no end was announced,
 * undefined if the break is over by now.
 */
export function breakLeft(breakUntil: string | null, now: Date): Date | null | undefined {
  if (breakUntil === null) return null;
  const until = new Date(breakUntil);
  return until > now ? until : undefined;
}

/**
 * Whether the caller must type the number of entries to close. Only a receptionist must, while the
 * hospital is open and patients wait or have requested a place in line.
 */
export function needsCount(
  role: Role,
  { isOpen, open }: { readonly isOpen: boolean; readonly open: number },
): boolean {
  return role !== 'hospital_admin' && isOpen && open > 0;
}

/** The latest time up to now at which the hospital's clock showed this time of day. */
export function lastAt(time: string, zone: string, now: Date): Date {
  const today = dayAt(now, zone);
  const candidate = instantFrom(today, time, zone);
  return candidate <= now ? candidate : instantFrom(addDays(today, -1), time, zone);
}

/** The end of the day that is due now for a doctor; undefined if no end is due. */
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
 * Whether the day has ended since this patient went in to the doctor, by the set time or the next
 * morning. No consultation is closed automatically; the desk is asked about it.
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
