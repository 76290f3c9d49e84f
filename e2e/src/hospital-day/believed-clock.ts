/**
 * Replaces the server's check of its clock in tests that move the time, since every jump is intended there.
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
