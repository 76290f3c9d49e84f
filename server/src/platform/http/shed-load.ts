/**
 * Turns requests away while this process cannot keep up, told by how late its event loop runs [KEEP-5].
 * By hand: the plugin for it also reads the process's memory from a file every second, which ended the
 * process at the limit of open files.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../result.ts';
import { sendRefusal } from './route.ts';

const resolutionMs = 10;
const sampleMs = 1000;
/** What says of itself how the process is. */
const aboutItself = /^\/api\/(?:health|ready)(?:$|\?)/u;
/** Seconds: longer than the second that is turned away, and short enough for a page to ask anew unseen. */
const retryAfterSeconds = 2;

/**
 * Answers 503 to every call in the second after one in which the loop was this late on average, but for health
 * and readiness: a proxy that believed every process gone would send nobody anywhere. Pages and
 * their files come all the same, at little cost: a page says in its reader's language what was refused.
 */
export function shedLoad(app: FastifyInstance, latestMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let lateMs = 0;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  // What starting took says nothing of how it serves.
  app.addHook('onReady', async () => {
    delays.enable();
    lookedAt = performance.now();
    timer = setInterval(() => {
      const now = performance.now();
      // A timer that was moved on, as tests of a whole day do: no time went by to be late in.
      if (now - lookedAt < sampleMs / 2) return;
      lookedAt = now;
      // Not one turn in a whole second: as late as can be.
      lateMs = delays.count === 0 ? Number.POSITIVE_INFINITY : delays.mean / 1e6 - resolutionMs;
      delays.reset();
    }, sampleMs);
    timer.unref();
  });
  app.addHook('onRequest', async ({ url }, reply) =>
    lateMs > latestMs && url.startsWith('/api/') && !aboutItself.test(url)
      ? sendRefusal(reply, { ...refuse('overloaded'), retryAfterSeconds })
      : undefined,
  );
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    delays.disable();
    done();
  });
}
