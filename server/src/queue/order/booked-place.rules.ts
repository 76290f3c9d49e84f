/**
 * Where a booked time stands in the line: called at its time or next after it. Pure: the line and the
 * time in, a due time or a place out [APPT-1, INV-12].
 */
import { lateGraceMinutes } from '@baari/contract/constants.ts';
import type { Ahead } from '../../waits/forecast.rules.ts';
import { forecastOf, type LineNow } from '../../waits/told-wait.rules.ts';
import { aheadIn, type Line, type LineMember } from './line.rules.ts';

const minuteMs = 60_000;
/** For a call while nobody can say when it comes. */
const usualMinutes = 12;

/** The booked time; who comes late is due as much later as they came late, so that nobody gains by it. */
export function dueOfBooking(startsAt: Date, now: Date): Date {
  const lateMs = now.getTime() - startsAt.getTime();
  return lateMs <= lateGraceMinutes * minuteMs ? startsAt : new Date(now.getTime() + lateMs);
}

/**
 * The place (1…n+1) of a booked time that is due at a moment, among those who wait: behind whoever would
 * be called before it anyway, and never ahead of an urgent case, of somebody who is back from a missed
 * call, or of a sooner booked time.
 */
export function placeOfBooking({ members, at }: Line, dueAt: Date, now: Date): number {
  for (const [index, member] of members.entries()) {
    const ahead = aheadIn(members.slice(0, index));
    if (!goesFirst(member, { dueAt, callAt: callAt(at, ahead, now) })) return index + 1;
  }
  return members.length + 1;
}

function goesFirst(
  member: LineMember,
  booked: { readonly dueAt: Date; readonly callAt: number },
): boolean {
  if (member.hold !== null || member.urgency === 'high') return true;
  if (member.dueAt !== null) return member.dueAt <= booked.dueAt;
  return booked.callAt < booked.dueAt.getTime();
}

/** When whoever has these ahead is expected to be called, ms. */
function callAt(line: LineNow, ahead: Ahead, now: Date): number {
  const minutes = forecastOf(line, ahead)?.expected ?? ahead.visits * usualMinutes;
  return now.getTime() + minutes * minuteMs;
}
