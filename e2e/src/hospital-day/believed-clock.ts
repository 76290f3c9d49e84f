/**
 * Replaces the server's check of its clock in tests that move the time, since such tests make the
 * clock jump on purpose.
 */
import type { SteadyClock } from '../../../server/src/platform/steady-clock.ts';

export function makeSteadyClock(): SteadyClock {
  return {
    now: () => new Date(),
    hasJumped: () => false,
    isSure: () => Promise.resolve(true),
    hear: () => undefined,
  };
}
