/** The clock as an argument: the guarded clock in production, a fixed one in tests. */
import type { Queryable } from './database/database.ts';

export interface Clock {
  now(): Date;
  /** Whether the machine's clock has just been changed by more than an hour; `now` ignores the change at first. */
  hasJumped?(): boolean;
  /** Whether data may be ended, closed or deleted by this time; the database's clock is compared too. */
  isSure?(db: Queryable): Promise<boolean>;
}

/** The machine's clock, unguarded: for commands and for measuring durations. */
export const systemClock: Clock = { now: () => new Date() };

/** Whether work that is due by this clock may run; a clock set by a test is always trusted. */
export async function isTimeSure(clock: Clock, db: Queryable): Promise<boolean> {
  return clock.isSure === undefined || clock.isSure(db);
}
