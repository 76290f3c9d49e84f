/**
 * How a wait is shown, the same on pages, in messages and on tickets. It defines the states without
 * a wait, and when a shown range may change [INV-16].
 */
import type { LineStateName } from '../constants.ts';

/**
 * Whether the call cannot be forecast in this state, so that neither a range nor a time to leave is shown.
 */
export function isGoneState(state: LineStateName): boolean {
  return goneStates.has(state);
}

const goneStates: ReadonlySet<LineStateName> = new Set([
  'silent',
  'beyond_hours',
  'busy',
  'offline',
  'closed',
  'past_closing',
]);

export type AskState = 'silent' | 'closing' | 'beyond_hours';

/** The patient should ask the reception: nobody is called, or the hours may end before the call. */
export function isAskState(state: LineStateName): state is AskState {
  return state === 'silent' || state === 'closing' || state === 'beyond_hours';
}

/** Whether the patient is advised to ask the reception instead of to stay. */
export function asksReception(line: {
  readonly state: LineStateName;
  readonly at: string | null;
}): boolean {
  const { state, at } = line;
  return isAskState(state) || state === 'past_closing' || (state === 'closed' && at === null);
}

/** From this many minutes on, a silence is given in whole hours. */
const silenceInHoursFrom = 120;

/** How long nobody has been called, in minutes: in steps of five, from two hours on of an hour. */
export function silentMinutes(since: string, now: number): number {
  const minutes = (now - Date.parse(since)) / minuteMs;
  const step = minutes < silenceInHoursFrom ? 5 : 60;
  return Math.max(5, Math.floor(minutes / step) * step);
}

/**
 * Whether a line is served while its hospital is closed; `opensAt` is the next opening, if known.
 */
export function isServedOutsideHours(
  { state, at }: { readonly state: LineStateName; readonly at: string | null },
  opensAt: string | null,
): boolean {
  if (state !== 'not_open') return state === 'silent' || !isGoneState(state);
  // In the morning the hospital usually opens by its hours before the doctor begins.
  return at !== null && (opensAt === null || Date.parse(at) < Date.parse(opensAt));
}

/** ISO times, as sent to clients. */
export interface AnnouncedRange {
  readonly parts: readonly { readonly from: string; readonly to: string }[];
}

const minuteMs = 60_000;
/**
 * How far a shown end must move before the screen changes: more than this many minutes, or this share of the remaining
 * time.
 */
const steady = { minutes: 5, share: 0.1 };

/** Whether a range is so close to the shown one that changing it would only confuse the reader. */
export function isSameRange(published: AnnouncedRange, next: AnnouncedRange, now: number): boolean {
  if (published.parts.length !== next.parts.length) return false;
  const last = published.parts.at(-1);
  // A range in the past is no longer shown.
  if (last === undefined || Date.parse(last.to) <= now) return false;
  const room = Math.max(steady.minutes * minuteMs, steady.share * (Date.parse(last.to) - now));
  return published.parts.every((part, index) => {
    const other = next.parts[index];
    if (other === undefined) return false;
    // A start in the past carries no information.
    const from = Math.max(now, Date.parse(part.from)) - Math.max(now, Date.parse(other.from));
    const to = Date.parse(part.to) - Date.parse(other.to);
    return Math.abs(from) <= room && Math.abs(to) <= room;
  });
}

/** A position in a line with the range shown for it. */
export interface AnnouncedPlace<Range extends AnnouncedRange = AnnouncedRange> {
  readonly position: number;
  readonly line: { readonly state: LineStateName; readonly at: string | null } | null;
  readonly waitRange: Range | null;
}

/**
 * The range to show: the previous one, unless position, state or range changed by more than the
 * rule allows [INV-16].
 */
export function shownRange<Range extends AnnouncedRange>(
  published: AnnouncedPlace<Range> | undefined,
  next: AnnouncedPlace<Range>,
  now: number,
): Range | null {
  if (!published?.waitRange || !next.waitRange) return next.waitRange;
  // A changed return time of the doctor always updates the range: no range may start before it.
  const isSamePlace =
    published.position === next.position &&
    published.line?.state === next.line?.state &&
    published.line?.at === next.line?.at;
  return isSamePlace && isSameRange(published.waitRange, next.waitRange, now)
    ? published.waitRange
    : next.waitRange;
}

/** Rounded outwards to five minutes of the clock, ms since 1970. */
export function onTheClock(range: { readonly from: number; readonly to: number }): {
  from: number;
  to: number;
} {
  const step = 5 * minuteMs;
  const from = Math.floor(range.from / step) * step;
  return { from, to: Math.max(from + step, Math.ceil(range.to / step) * step) };
}
