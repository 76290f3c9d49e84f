/** The rules of a doctor's status and of announced breaks [DST-1, DOC-2]. */
import type { DoctorStatus, doctorStatusUpdates } from '@baari/contract/constants.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { nextAt } from '../../schedule/calendar.rules.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';

/**
 * A doctor's status with the announced return. The return is null while the doctor is Available,
 * and for an absence without an announced end.
 */
export interface Presence {
  readonly status: DoctorStatus;
  readonly breakUntil: Date | null;
}

export type StatusUpdate = (typeof doctorStatusUpdates)[number];

const statusOf: Record<StatusUpdate, DoctorStatus> = {
  available: 'Available',
  busy: 'Busy',
  offline: 'Offline',
};

export const here: Presence = { status: 'Available', breakUntil: null };

/** The end of an absence, as an instant, a duration, or a time on the hospital's clock. */
interface GivenEnd {
  /** The end of the absence as ISO 8601. */
  readonly breakUntil?: string | undefined;
  readonly breakMinutes?: number | undefined;
  /** The end of the absence as HH:MM on the hospital's clock. */
  readonly breakClock?: string | undefined;
}

const minuteMs = 60_000;

/** The end of the doctor's absence as an instant; undefined if no end was given. */
export function breakEnd(
  { breakUntil, breakMinutes, breakClock }: GivenEnd,
  zone: string,
  now: Date,
): Date | undefined {
  if (breakUntil !== undefined) return new Date(breakUntil);
  if (breakMinutes !== undefined) return new Date(now.getTime() + breakMinutes * minuteMs);
  return breakClock === undefined ? undefined : nextAt(breakClock, zone, now);
}

const longestBreakMs = 24 * 3_600_000;

/**
 * The new status with the announced return. Refuses a return for a present doctor, in the past, or
 * more than a day ahead; longer absences are days off.
 */
export function presenceOf(
  update: StatusUpdate,
  breakUntil: Date | undefined,
  now: Date,
): Result<Presence> {
  const status = statusOf[update];
  if (breakUntil === undefined) return ok({ status, breakUntil: null });
  const length = breakUntil.getTime() - now.getTime();
  if (status === 'Available' || length <= 0 || length > longestBreakMs) {
    return refuse('invalid_request', [{ param: 'breakUntil', msg: fieldMessages.breakEnd }]);
  }
  return ok({ status, breakUntil });
}

export function isSame(one: Presence, other: Presence): boolean {
  return one.status === other.status && one.breakUntil?.getTime() === other.breakUntil?.getTime();
}

/** Whether an announced break has ended. */
export function isOver({ breakUntil }: Pick<Presence, 'breakUntil'>, now: Date): boolean {
  return breakUntil !== null && breakUntil <= now;
}
