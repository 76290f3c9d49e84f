/**
 * Computes the position of a booked patient in a line, so that the call comes at the booked time or
 * next after it. Pure: takes the line and the time, returns a due time or a position [APPT-1,
 * INV-12].
 */
import { lateGraceMinutes } from '@baari/contract/constants.ts';
import type { Ahead } from '../../waits/forecast.rules.ts';
import { forecastOf, type LineNow } from '../../waits/announced-wait.rules.ts';
import { aheadIn, type Line, type LineMember } from './line.rules.ts';

const minuteMs = 60_000;
/** The minutes per patient that are assumed if the line has no forecast. */
const usualMinutes = 12;

/**
 * The time at which a booked patient is due. A patient who arrives late is due later by the same
 * time, so that arriving late has no advantage.
 */
export function dueOfBooking(startsAt: Date, now: Date): Date {
  const lateMs = now.getTime() - startsAt.getTime();
  return lateMs <= lateGraceMinutes * minuteMs ? startsAt : new Date(now.getTime() + lateMs);
}

/**
 * The position (1…n+1) of a booked patient who is due at this time. It is behind all patients who
 * would be called earlier anyway. It is never ahead of urgent patients, patients back from a missed
 * call, or patients with an earlier booked time.
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

/**
 * The expected time of a patient's call if these people are ahead of the patient; milliseconds
 * since 1970.
 */
function callAt(line: LineNow, ahead: Ahead, now: Date): number {
  const minutes = forecastOf(line, ahead)?.expected ?? ahead.visits * usualMinutes;
  return now.getTime() + minutes * minuteMs;
}
