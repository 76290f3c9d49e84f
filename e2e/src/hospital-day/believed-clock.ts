/** Replaces the server's monotonic clock where a test moves the time: every jump is intended. */
import type { SteadyClock } from '../../../server/src/platform/steady-clock.ts';

export function makeSteadyClock(): SteadyClock {
  return {
    now: () => new Date(),
    hasJumped: () => false,
    isSure: () => Promise.resolve(true),
    hear: () => undefined,
  };
}
