/**
 * Durable jobs. They are queued in the transaction that causes them, run at least once by any free
 * process, and retried with back-off [KEEP-3].
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, isTimeSure } from '../clock.ts';
import {
  type Database,
  isDatabaseAway,
  isDatabaseBusy,
  type Queryable,
} from '../database/database.ts';
import {
  type ClaimedJob,
  claimDueJobs,
  deleteEndedJobs,
  insertJob,
  markFailed,
  markFinished,
  markForRetry,
  type NewJob,
} from './jobs.store.ts';
import { describeError, type Log } from '../log.ts';
import { coalesce } from '../coalesce.ts';

/**
 * Does one job. If the handler throws or times out, the job is retried. The job may run again after
 * a crash.
 */
export type JobHandler = (payload: unknown, jobId: number) => Promise<void>;

export interface JobRunner {
  /** Looks for due jobs at once instead of at the next poll. */
  nudge(): void;
  /** Stops claiming new jobs and waits a few seconds for running jobs. */
  stop(): Promise<void>;
}

export interface JobRunnerOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Handlers by kind of job; jobs of other kinds are left to other processes. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly log: Log;
  /** Milliseconds between two polls; 5 s by default. */
  readonly pollMs?: number;
  /** The time limit of one attempt of a job, in milliseconds; by default 30,000. */
  readonly timeLimitMs?: number;
  /** A random number from 0 up to 1, for jitter, so that retries do not all come at once. */
  readonly random?: () => number;
}

export const maxAttempts = 10;
/**
 * How many jobs of one kind run at once. A kind of job whose receivers do not respond therefore
 * delays no other kind.
 */
const placesOfKind = 8;
const firstRetryMs = 10_000;
const longestRetryMs = 2 * 60 * 60_000;
/** How long ended jobs are kept for the investigation of failures, in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000;
const tidyEveryMs = 60 * 60_000;
const stopWaitsMs = 5000;

/**
 * Queues a job. If a transaction's handle is given, the job exists only if that transaction
 * commits.
 */
export async function enqueueJob(tx: Queryable, job: NewJob): Promise<void> {
  await insertJob(tx, job);
}

/** Milliseconds until the next attempt: 10 s, 30 s, 90 s … at most 2 h, minus jitter of up to half. */
export function retryDelay(attempts: number, random: number): number {
  const full = Math.min(firstRetryMs * 3 ** (attempts - 1), longestRetryMs);
  return full * (1 - random / 2);
}

export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, clock, log, pollMs = 5000 } = options;
  let stopped = false;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const places = openPlaces(options, nudge);

  function nudge(): void {
    if (!stopped) void draining.run();
  }

  const draining = coalesce(
    async () => {
      if (stopped || !(await isTimeSure(clock, db))) return;
      while (!stopped && (await places.fill()) > 0);
      await tidy();
    },
    (error) =>
      log.warn(
        describeError(error),
        'Due background jobs, such as mails, could not be read from the database. The server tries again within seconds; if this repeats, check PostgreSQL.',
      ),
  );

  async function tidy(): Promise<void> {
    const now = clock.now();
    if (stopped || now.getTime() - tidiedAt < tidyEveryMs) return;
    tidiedAt = now.getTime();
    await deleteEndedJobs(db, new Date(now.getTime() - keptMs));
  }

  const timer = setInterval(nudge, pollMs);
  timer.unref();
  nudge();
  return {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const ended = draining.idle().then(places.idle);
      await Promise.race([ended, sleep(stopWaitsMs, undefined, { ref: false })]);
    },
  };
}

/** Runs the jobs that are due, several at once; returns how many jobs ran. */
export async function runDueJobs(options: JobRunnerOptions): Promise<number> {
  const places = openPlaces(options, () => undefined);
  const taken = await places.fill();
  await places.idle();
  return taken;
}

/** Limits how many jobs run at once, with a fixed number per kind. */
interface Places {
  /** Starts due jobs as far as the limit per kind allows; returns how many jobs were started. */
  readonly fill: () => Promise<number>;
  /** Resolves when no job runs. */
  readonly idle: () => Promise<void>;
}

/**
 * Makes the limit of running jobs per kind. `onFree` is called when a job ends whose kind was at
 * the limit, because more jobs may be due.
 */
function openPlaces(options: JobRunnerOptions, onFree: () => void): Places {
  const { db, clock, timeLimitMs = 30_000 } = options;
  const kinds = Object.keys(options.handlers);
  const running = new Map<string, Set<Promise<void>>>(kinds.map((kind) => [kind, new Set()]));

  function begin(job: ClaimedJob): void {
    const ofKind = running.get(job.kind) ?? new Set();
    const work = attempt(options, job, timeLimitMs).finally(() => {
      const wasMissing = ofKind.size >= placesOfKind;
      ofKind.delete(work);
      if (wasMissing) onFree();
    });
    ofKind.add(work);
  }

  return {
    async fill() {
      const free = [...running]
        .map(([kind, ofKind]) => ({ kind, places: placesOfKind - ofKind.size }))
        .filter(({ places }) => places > 0);
      if (free.length === 0) return 0;
      // Claims the jobs for twice the time limit. The attempt is then certainly over before another
      // process can claim them.
      const jobs = await claimDueJobs(db, free, clock.now(), 2 * timeLimitMs);
      for (const job of jobs) begin(job);
      return jobs.length;
    },
    async idle() {
      await Promise.all([...running.values()].flatMap((ofKind) => [...ofKind]));
    },
  };
}

async function attempt(
  options: JobRunnerOptions,
  job: ClaimedJob,
  timeLimitMs: number,
): Promise<void> {
  const { db, clock, handlers } = options;
  const handler = handlers[job.kind];
  try {
    if (handler === undefined) throw new Error(`Nothing handles jobs of the kind ${job.kind}.`);
    if (job.attempts > maxAttempts) throw new Error('The process died during the last attempt.');
    await withinTime(handler(job.payload, job.id), timeLimitMs);
  } catch (error) {
    await written(options, job, () => recordFailure(options, job, error));
    return;
  }
  await written(options, job, () => markFinished(db, job.id, clock.now()));
}

/**
 * How many times, once a second, the server tries to write a job's result. In total this takes less
 * than the remaining time of the claim.
 */
const writesTried = 20;
const writeAgainMs = 1000;

/**
 * Retries writing a job's result while the database is down, because a job without a recorded
 * result is done a second time.
 */
async function written(
  { log }: JobRunnerOptions,
  job: ClaimedJob,
  write: () => Promise<void>,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write();
    } catch (error) {
      if (tried < writesTried && (isDatabaseAway(error) || isDatabaseBusy(error))) {
        await sleep(writeAgainMs, undefined, { ref: false });
        continue;
      }
      log.warn(
        { ...describeError(error), job: job.id, jobKind: job.kind },
        'A background job ran, but the database could not record its result. The job runs again in about a minute, so a message may be sent twice. Check PostgreSQL and its disk.',
      );
      return;
    }
  }
}

async function withinTime(work: Promise<void>, limitMs: number): Promise<void> {
  const stopWaiting = new AbortController();
  const limit = sleep(limitMs, 'late' as const, { signal: stopWaiting.signal, ref: false });
  limit.catch(() => {
    // The rejection is ignored: the timer is cancelled below once the work is done.
  });
  try {
    const outcome = await Promise.race([work, limit]);
    if (outcome === 'late') throw new Error(`Not done within ${limitMs} ms.`);
  } finally {
    stopWaiting.abort();
  }
}

/**
 * Records a failed attempt. The job keeps the error's message; the log gets only its kind, which
 * contains no personal data.
 */
async function recordFailure(
  { db, clock, log, random = Math.random }: JobRunnerOptions,
  job: ClaimedJob,
  error: unknown,
): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const details = {
    ...describeError(error),
    job: job.id,
    jobKind: job.kind,
    attempt: job.attempts,
  };
  const now = clock.now();
  if (job.attempts >= maxAttempts) {
    log.error(
      details,
      'A job failed for the last time and is given up. Run npm run operator -- jobs to see why.',
    );
    await markFailed(db, job, now, reason);
    return;
  }
  log.warn(
    details,
    'A job failed and is retried automatically. Run npm run operator -- jobs to list failing jobs.',
  );
  const runAt = new Date(now.getTime() + retryDelay(job.attempts, random()));
  await markForRetry(db, job, runAt, reason);
}
