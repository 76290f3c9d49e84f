/** The time as an argument: the real clock in production, a set one in tests of a day. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
