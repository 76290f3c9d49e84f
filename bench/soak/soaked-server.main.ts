/** Loaded into the soak's server before it starts: moves its clock on request, and reports its memory. */
import { readdirSync } from 'node:fs';
import type { Holdings, Told } from './messages.ts';

process.env['BAARI_TIME_AHEAD_MS'] = '0';
// Listens for each move and fires the due timers.
await import('../../e2e/src/hospital-day/movable-server.main.ts');

process.on('message', ({ tellHoldings }: Told) => {
  if (!tellHoldings) return;
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const holdings: Holdings = {
    heapBytes: heapUsed + external,
    residentBytes: rss,
    descriptors: readdirSync('/proc/self/fd').length,
  };
  process.send?.({ holdings });
});
// Listening to the bench must not keep a closed server running.
process.channel?.unref();
