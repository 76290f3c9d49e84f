/**
 * Pauses that a doctor takes on most days although none is planned, such as a lunch at about one
 * o'clock. They are measured from calls: a time without a call while a patient waited [QST-12].
 */
import type { PlannedPause, WorkDay } from '../schedule/work-day.rules.ts';
import { pauseBounds, pauseDays, pauseLikely, pauseWithin } from './constants.rules.ts';

/**
 * The pauses of a doctor's latest days. Each day has two numbers: the pause's start in minutes
 * since midnight, and its length in minutes. 0, 0 means no pause.
 */
export type PausesTaken = readonly number[];

/**
 * A patient's call, the latest call before it, and the latest end of a visit before it. Times are
 * in milliseconds since 1970.
 */
export interface CallAfter {
  readonly at: number;
  readonly waitingSince: number;
  readonly lastCallAt: number | null;
  readonly lastEndAt: number | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The list of a doctor's pauses after a call; undefined if the call does not change it. The first
 * call of a day adds a day without a pause.
 */
export function withCall(taken: PausesTaken, call: CallAfter, day: WorkDay): number[] | undefined {
  if (day.hours === undefined || call.at < beginOf(day)) return undefined;
  if (!hasBegun(day, call.lastCallAt)) return [...taken, 0, 0].slice(-2 * pauseDays);
  const lastCall = call.lastCallAt ?? call.at;
  const from = Math.max(lastCall, call.lastEndAt ?? 0);
  const minutes = (call.at - from) / minuteMs;
  const waited = (call.at - Math.max(from, call.waitingSince)) / minuteMs;
  const isPlanned = day.pauses.some((pause) => pause.from < call.at && from < pause.to);
  const { least, most } = pauseBounds;
  if (isPlanned || waited < least || minutes > most || minutes <= (taken.at(-1) ?? 0)) {
    return undefined;
  }
  // The start of the pause is unknown, so it is set midway between the last call and the end of
  // that patient's visit.
  const began = ((lastCall + from) / 2 - day.day.from) / minuteMs;
  return [...taken.slice(0, -2), Math.round(began), Math.round(minutes)];
}

/**
 * Adds the doctor's usual pause to a working day, unless the pause was already taken or its time
 * has passed. The result depends only on the latest call, so that it changes only with an event
 * [INV-16].
 */
export function withUsualPause(day: WorkDay, taken: PausesTaken, lastCallAt: Date | null): WorkDay {
  const pause = usualPause(day, taken, lastCallAt?.getTime() ?? null);
  if (pause === undefined) return day;
  const pauses = [...day.pauses, pause].toSorted((one, other) => one.from - other.from);
  return { ...day, pauses };
}

function usualPause(
  workDay: WorkDay,
  taken: PausesTaken,
  lastCallAt: number | null,
): PlannedPause | undefined {
  const { day, hours, pauses } = workDay;
  if (hours === undefined || taken.length === 0) return undefined;
  const today = hasBegun(workDay, lastCallAt);
  const days = pairsOf(today ? taken.slice(0, -2) : taken);
  const all = days.filter(({ minutes }) => minutes > 0);
  const usual = median(all.map(({ from }) => from));
  const alike = all.filter(({ from }) => Math.abs(from - usual) <= pauseWithin);
  const [now] = today ? pairsOf(taken.slice(-2)) : [];
  if (now !== undefined && now.minutes > 0 && Math.abs(now.from - usual) <= 2 * pauseWithin) {
    return undefined;
  }
  const last = ((today ? (lastCallAt ?? 0) : 0) - day.from) / minuteMs;
  const later = alike.filter(({ from }) => from > last);
  const share = later.length / (later.length + days.length - alike.length + pauseLikely.without);
  if (share < pauseLikely.least) return undefined;
  const from = day.from + median(later.map((one) => one.from)) * minuteMs;
  const to = from + median(later.map(({ minutes }) => minutes)) * minuteMs;
  const isFree = from >= hours.from && to <= hours.to;
  const meets = pauses.some((pause) => pause.from <= to && from <= pause.to);
  return isFree && !meets ? { from, to, kind: 'break', share } : undefined;
}

function hasBegun(day: WorkDay, lastCallAt: number | null): boolean {
  return lastCallAt !== null && lastCallAt >= beginOf(day);
}

/**
 * The earliest time of a call that belongs to this day. If the hours continue from the day before,
 * the day begins at midnight.
 */
function beginOf({ day, hours = day }: WorkDay): number {
  return Math.max(hours.from, day.from) - hourMs;
}

function pairsOf(taken: PausesTaken): { from: number; minutes: number }[] {
  return Array.from({ length: taken.length / 2 }, (_, index) => ({
    from: taken[2 * index] ?? 0,
    minutes: taken[2 * index + 1] ?? 0,
  }));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
