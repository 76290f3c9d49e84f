/** Loaded into the soak's server before it starts: its time is moved on when told, and it tells what it holds. */
import { readdirSync } from 'node:fs';
import type { Holdings, Told } from './messages.ts';

process.env['BAARI_TIME_AHEAD_MS'] = '0';
// Hears of each move, and fires the timers that have become due.
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
// Listening for the bench is no reason to go on when the server has closed.
process.channel?.unref();
