/**
 * Load shedding: refuses requests while the event-loop delay is too high [KEEP-5]. The framework's
 * plugin is not used: it reads the process's memory from a file every second, which crashed the
 * process at the limit of open files.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../result.ts';
import { sendRefusal } from './route.ts';

const resolutionMs = 10;
const sampleMs = 1000;
/** Matches the routes that report the server's own health. */
const aboutItself = /^\/api\/(?:health|ready)(?:$|\?)/u;
/**
 * The seconds after which a refused client may retry. It is longer than the one second for which
 * requests are refused, and short enough to go unnoticed.
 */
const retryAfterSeconds = 2;

/**
 * Answers 503 for a second after each second with too high an average event-loop delay. Health and
 * readiness are exempt, because a proxy would otherwise believe that every process is down. Pages
 * and their files are exempt too, because they are cheap and show the refusal in the user's
 * language.
 */
export function shedLoad(app: FastifyInstance, latestMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let lateMs = 0;
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  // The event-loop delay during the start says nothing about later requests, so it is not measured.
  app.addHook('onReady', async () => {
    delays.enable();
    lookedAt = performance.now();
    timer = setInterval(() => {
      const now = performance.now();
      // A fake timer jumped ahead, as in tests of a whole day: no real time passed.
      if (now - lookedAt < sampleMs / 2) return;
      lookedAt = now;
      // If nothing was measured, the event loop did not run once in a whole second.
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
