/**
 * How a wait is told, the same by the page, by messages and on a ticket: in which states of a line
 * there is none, and when a figure that was told may move [INV-16].
 */
import type { LineStateName } from '../constants.ts';

/** Nobody can say when somebody will be called: no range is told, and no time to set out. */
export function isGoneState(state: LineStateName): boolean {
  return state === 'busy' || state === 'offline' || state === 'closed' || state === 'past_closing';
}

/** Whether a line goes on while its hospital is shut by the hours, which opens at `opensAt` if anybody knows. */
export function isServedWhileShut(
  { state, at }: { readonly state: LineStateName; readonly at: string | null },
  opensAt: string | null,
): boolean {
  if (state !== 'not_open') return !isGoneState(state);
  // In the morning it opens by its own hours, as a rule before the doctor begins.
  return at !== null && (opensAt === null || Date.parse(at) < Date.parse(opensAt));
}

/** Times on the clock, as they go over the wire. */
export interface ToldRange {
  readonly parts: readonly { readonly from: string; readonly to: string }[];
}

const minuteMs = 60_000;
/** An end that is told moves by more than this, or by more than a tenth of the time to it. */
const steady = { minutes: 5, share: 0.1 };

/** Whether a range is so near the one that was told that saying it anew would only unsettle. */
export function isSameRange(told: ToldRange, next: ToldRange, now: number): boolean {
  if (told.parts.length !== next.parts.length) return false;
  const last = told.parts.at(-1);
  // A time that is over is not told any longer.
  if (last === undefined || Date.parse(last.to) <= now) return false;
  const room = Math.max(steady.minutes * minuteMs, steady.share * (Date.parse(last.to) - now));
  return told.parts.every((part, index) => {
    const other = next.parts[index];
    if (other === undefined) return false;
    // The beginning of one that has begun says nothing any more.
    const from = Math.max(now, Date.parse(part.from)) - Math.max(now, Date.parse(other.from));
    const to = Date.parse(part.to) - Date.parse(other.to);
    return Math.abs(from) <= room && Math.abs(to) <= room;
  });
}

/** A place in a line with the range that is told of it. */
export interface ToldPlace<Range extends ToldRange = ToldRange> {
  readonly position: number;
  readonly line: { readonly state: LineStateName; readonly at: string | null } | null;
  readonly waitRange: Range | null;
}

/**
 * The range to show of a place that was told before: the one that was told, unless the place, the state of the line or the
 * range has changed by more than the rule [INV-16].
 */
export function shownRange<Range extends ToldRange>(
  told: ToldPlace<Range> | undefined,
  next: ToldPlace<Range>,
  now: number,
): Range | null {
  if (!told?.waitRange || !next.waitRange) return next.waitRange;
  // Another time at which the doctor is back is a reason of its own: no range may begin before it.
  const isSamePlace =
    told.position === next.position &&
    told.line?.state === next.line?.state &&
    told.line?.at === next.line?.at;
  return isSamePlace && isSameRange(told.waitRange, next.waitRange, now)
    ? told.waitRange
    : next.waitRange;
}

/** To five minutes of the clock, outwards, ms since 1970. */
export function onTheClock(range: { readonly from: number; readonly to: number }): {
  from: number;
  to: number;
} {
  const step = 5 * minuteMs;
  const from = Math.floor(range.from / step) * step;
  return { from, to: Math.max(from + step, Math.ceil(range.to / step) * step) };
}
