/**
 * Loaded into the server of the long-running load test before the server starts. Moves the server's
 * clock on request, and reports the server's resources.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import promises from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { Holdings, Memory, SoakOrder } from './messages.ts';
import { measureRequests } from './request-times.ts';

process.env['BAARI_TIME_AHEAD_MS'] = '0';
const sampleMs = 500;
const everyHalfSecond = globalThis.setInterval;
const sleep = promises.setTimeout;
// The imported module receives each change of the clock and runs the timers that have become due.
await import('../../e2e/src/hospital-day/movable-server.main.ts');

measureRequests();

const resolutionMs = 10;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();
let before = performance.eventLoopUtilization();

const workers = new Set<Worker>();
process.on('worker', (worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
});

let peak = await memory();
everyHalfSecond(() => {
  void memory().then((now) => {
    if (now.residentBytes > peak.residentBytes) peak = now;
  });
}, sampleMs).unref();

process.on('message', ({ asksHoldings, collect }: SoakOrder) => {
  if (asksHoldings) void report(collect);
});
// The channel to the benchmark must not keep a closed server running.
process.channel?.unref();

async function report(collect: boolean): Promise<void> {
  const loop = {
    loopP99: Math.max(0, delays.percentile(99) / 1e6 - resolutionMs),
    loopMax: Math.max(0, delays.max / 1e6 - resolutionMs),
    loopBusy: performance.eventLoopUtilization(before).utilization,
  };
  if (collect) {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const holdings: Holdings = {
    ...(await memory()),
    ...loop,
    peak,
    peakBytes: numberIn('VmHWM') * 1024,
    descriptors: readdirSync('/proc/self/fd').length,
  };
  process.send?.({ holdings });
  // Resets the histogram, so that the delay caused by the garbage collection is not counted.
  delays.reset();
  before = performance.eventLoopUtilization();
}

async function memory(): Promise<Memory> {
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
  const fileBytes = numberIn('RssFile') * 1024;
  const held = await Promise.all(Array.from(workers, bytesOf));
  return {
    heapBytes: heapUsed,
    heapTotalBytes: heapTotal,
    externalBytes: external,
    residentBytes: rss,
    fileBytes,
    workerBytes: held.reduce((sum, bytes) => sum + bytes, 0),
    workers: held.length,
  };
}

/**
 * Bytes of a worker thread. Zero for a thread that is starting or ending, which may never answer.
 */
async function bytesOf(worker: Worker): Promise<number> {
  const answered = worker.getHeapStatistics().then(
    ({ total_heap_size: heap, external_memory: external }) => heap + external,
    () => 0,
  );
  return Promise.race([answered, sleep(sampleMs, 0)]);
}

/** Reads the number with this name from `/proc/self/status`. */
function numberIn(name: string): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(status)?.[1]);
}
