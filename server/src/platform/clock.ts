/**
 * The clock as an argument: in production a clock that checks for sudden changes, in tests a fixed
 * clock.
 */
import type { Queryable } from './database/database.ts';

export interface Clock {
  now(): Date;
  /** Whether the machine's clock has just been changed by more than an hour; `now` ignores the change at first. */
  hasJumped?(): boolean;
  /**
   * Whether the current time is certain enough to end, close or delete data. The clock is compared
   * with the database's clock too.
   */
  isSure?(db: Queryable): Promise<boolean>;
}

/**
 * The machine's clock, without a check for sudden changes: for commands and for measuring
 * durations.
 */
export const systemClock: Clock = { now: () => new Date() };

/** Whether work that is due by this clock may run. A clock that a test sets is always trusted. */
export async function isTimeSure(clock: Clock, db: Queryable): Promise<boolean> {
  return clock.isSure === undefined || clock.isSure(db);
}
