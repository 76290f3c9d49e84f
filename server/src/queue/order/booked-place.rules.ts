/**
 * The position of a booked time in a line: called at its time or next after it. Pure: takes the
 * line and the time, returns a due time or a position [APPT-1, INV-12].
 */
import { lateGraceMinutes } from '@baari/contract/constants.ts';
import type { Ahead } from '../../waits/forecast.rules.ts';
import { forecastOf, type LineNow } from '../../waits/announced-wait.rules.ts';
import { aheadIn, type Line, type LineMember } from './line.rules.ts';

const minuteMs = 60_000;
/** Minutes per patient when the line has no forecast. */
const usualMinutes = 12;

/**
 * The time at which a booked patient is due. A patient who is late is due that much later, so that being late has no
 * advantage.
 */
export function dueOfBooking(startsAt: Date, now: Date): Date {
  const lateMs = now.getTime() - startsAt.getTime();
  return lateMs <= lateGraceMinutes * minuteMs ? startsAt : new Date(now.getTime() + lateMs);
}

/**
 * The position (1…n+1) of a booked time due at a moment: behind all who would be called earlier
 * anyway. It never passes urgent patients, patients back from a missed call, or earlier booked
 * times.
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

/** When a patient with these people ahead is expected to be called, in ms. */
function callAt(line: LineNow, ahead: Ahead, now: Date): number {
  const minutes = forecastOf(line, ahead)?.expected ?? ahead.visits * usualMinutes;
  return now.getTime() + minutes * minuteMs;
}
