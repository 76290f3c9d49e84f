/**
 * The rules for showing a wait, the same on pages, in messages and on tickets. They say in which
 * states no wait is shown, and when a shown range may change [INV-16].
 */
import type { LineStateName } from '../constants.ts';

/**
 * Whether the patient's call cannot be forecast in this state of the line. Then neither a range nor
 * a time to leave is shown.
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

/**
 * Whether the patient should ask the reception, because nobody is being called or the hours may end
 * before the patient's call.
 */
export function isAskState(state: LineStateName): state is AskState {
  return state === 'silent' || state === 'closing' || state === 'beyond_hours';
}

/** Whether the patient is advised to ask the reception, rather than to stay. */
export function asksReception(line: {
  readonly state: LineStateName;
  readonly at: string | null;
}): boolean {
  const { state, at } = line;
  return isAskState(state) || state === 'past_closing' || (state === 'closed' && at === null);
}

/** If nobody was called for at least this many minutes, the duration is shown in whole hours. */
const silenceInHoursFrom = 120;

/**
 * How many minutes nobody has been called. The number is rounded down to five minutes, and from two
 * hours on to whole hours.
 */
export function silentMinutes(since: string, now: number): number {
  const minutes = (now - Date.parse(since)) / minuteMs;
  const step = minutes < silenceInHoursFrom ? 5 : 60;
  return Math.max(5, Math.floor(minutes / step) * step);
}

/**
 * Whether patients are called from a line while the hospital is closed. `opensAt` is the hospital's
 * next opening, if known.
 */
export function isServedOutsideHours(
  { state, at }: { readonly state: LineStateName; readonly at: string | null },
  opensAt: string | null,
): boolean {
  if (state !== 'not_open') return state === 'silent' || !isGoneState(state);
  // A line that starts after the hospital opens does not count, because most doctors begin later
  // than the hospital.
  return at !== null && (opensAt === null || Date.parse(at) < Date.parse(opensAt));
}

/** The times of a range as ISO texts, as sent to clients. */
export interface AnnouncedRange {
  readonly parts: readonly { readonly from: string; readonly to: string }[];
}

const minuteMs = 60_000;
/**
 * How far either end of a shown range must move before the screen changes: more than this many
 * minutes, or more than this share of the remaining time, whichever is larger.
 */
const steady = { minutes: 5, share: 0.1 };

/**
 * Whether a new forecast range is so close to the shown range that replacing it would only confuse
 * the reader.
 */
export function isSameRange(published: AnnouncedRange, next: AnnouncedRange, now: number): boolean {
  if (published.parts.length !== next.parts.length) return false;
  const last = published.parts.at(-1);
  // A shown range whose end has passed must be replaced.
  if (last === undefined || Date.parse(last.to) <= now) return false;
  const room = Math.max(steady.minutes * minuteMs, steady.share * (Date.parse(last.to) - now));
  return published.parts.every((part, index) => {
    const other = next.parts[index];
    if (other === undefined) return false;
    // If the start of a range has passed, the current time counts as its start.
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
 * The range to show for a position: the previously shown range, unless position, state or range
 * changed by more than the rule allows [INV-16].
 */
export function shownRange<Range extends AnnouncedRange>(
  published: AnnouncedPlace<Range> | undefined,
  next: AnnouncedPlace<Range>,
  now: number,
): Range | null {
  if (!published?.waitRange || !next.waitRange) return next.waitRange;
  // If the return time of the doctor changed, the range is always updated, because no range may
  // start before that time.
  const isSamePlace =
    published.position === next.position &&
    published.line?.state === next.line?.state &&
    published.line?.at === next.line?.at;
  return isSamePlace && isSameRange(published.waitRange, next.waitRange, now)
    ? published.waitRange
    : next.waitRange;
}

/** The range rounded outwards to five minutes of the clock, in ms since 1970. */
export function onTheClock(range: { readonly from: number; readonly to: number }): {
  from: number;
  to: number;
} {
  const step = 5 * minuteMs;
  const from = Math.floor(range.from / step) * step;
  return { from, to: Math.max(from + step, Math.ceil(range.to / step) * step) };
}
