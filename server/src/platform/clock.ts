/** The time as an argument: the guarded clock in production, a set one in tests of a day. */
import type { Queryable } from './database/database.ts';

export interface Clock {
  now(): Date;
  /** Whether the machine's clock was set by more than an hour just now; `now` goes on as before meanwhile. */
  hasJumped?(): boolean;
  /** Whether this time may end, close or delete anything: the database's clock is asked too. */
  isSure?(db: Queryable): Promise<boolean>;
}

/** The machine's clock as it is, for commands and for what is only measured. */
export const systemClock: Clock = { now: () => new Date() };

/** Whether what is due by this clock may be carried out; a clock that a test sets is always believed. */
export async function isTimeSure(clock: Clock, db: Queryable): Promise<boolean> {
  return clock.isSure === undefined || clock.isSure(db);
}
