/** In place of the server's steady clock where a test moves its time: every jump is meant. */
import type { SteadyClock } from '../../../server/src/platform/steady-clock.ts';

export function makeSteadyClock(): SteadyClock {
  return {
    now: () => new Date(),
    hasJumped: () => false,
    isSure: () => Promise.resolve(true),
    hear: () => undefined,
  };
}
