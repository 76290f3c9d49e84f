/**
 * Keeps patients notified. It checks a doctor's line after each change, and when a message may
 * become due because time passes. One process claims each due check; if the process that made a
 * change dies, another one checks the line.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTimeSure } from '../platform/clock.ts';
import { dueAgain, dueBy, takeDue } from '../platform/hospital-sql/doctor-due.store.ts';
import { describeError, type Log } from '../platform/log.ts';
import { coalesce } from '../platform/coalesce.ts';
import { listFollowedLines } from '../queue/queue.store.ts';
import { endedNewsSince, type Look, type NotifyOptions, notifyOfQueue } from './notify-of-queue.ts';

export interface QueueWatch {
  /** Call after this process has committed a change of this doctor's line. */
  changed(doctorId: string): void;
  /** Call when an event of this doctor's line arrives from any process. */
  heard(doctorId: string): void;
  /** Checks the lines whose check is due and not claimed by another process. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

export interface QueueWatchOptions extends NotifyOptions {
  readonly log: Log;
  /** Called when messages were queued, to wake the job runner. */
  readonly onQueued: () => void;
}

const pollEveryMs = 5000;
/** Debounce in ms: several changes within this time cause one check of the line. */
const restMs = 250;
const takenAtOnce = 20;
/**
 * A process checks the lines that it changes. If it has not done so after this time, it is assumed
 * dead.
 */
const othersMayTakeMs = 20_000;
const againAfterFailureMs = 30_000;

export function watchQueues(options: QueueWatchOptions): QueueWatch {
  const { db, clock, log } = options;
  const changed = new Set<string>();
  /**
   * When another process last reported a change, in ms since 1970, by the doctor whose line
   * changed.
   */
  const heardAt = new Map<string, number>();
  /** When this process last changed a line, in ms since 1970, by the doctor whose line changed. */
  const changedAt = new Map<string, number>();
  /**
   * True at the start: all lines are checked, because changes may have been missed while no process
   * ran.
   */
  let looksAtAll = true;
  let isStopped = false;

  const work = coalesce(lookAtChanged, fail);
  const polling = coalesce(lookAtWhatIsDue, fail);

  async function lookAtChanged(): Promise<void> {
    if (changed.size === 0 || isStopped) return;
    await sleep(restMs, undefined, { ref: false });
    const doctors = [...changed];
    changed.clear();
    for (const doctorId of doctors) {
      if (isStopped) return;
      const again = await look(doctorId);
      if (again !== undefined) await dueBy(db, 'look', [doctorId], again);
    }
  }

  /** Checks a line. Returns when to check it again; undefined if only after a change. */
  async function look(doctorId: string): Promise<Date | undefined> {
    try {
      const { sent, again }: Look = await notifyOfQueue(options, doctorId);
      if (sent > 0) options.onQueued();
      return again;
    } catch (error) {
      log.warn(
        { doctorId, ...describeError(error) },
        "A doctor's patients could not be notified about their line. The server tries again in half a minute; if this repeats, check PostgreSQL, or report the frames of this line as a bug.",
      );
      return new Date(clock.now().getTime() + againAfterFailureMs);
    }
  }

  async function lookAtWhatIsDue(): Promise<void> {
    if (isStopped || !(await isTimeSure(clock, db))) return;
    if (looksAtAll) await takeAll();
    await takeOverFromOthers();
    await lookAtDue();
  }

  async function takeAll(): Promise<void> {
    const now = clock.now();
    await dueBy(db, 'look', await listFollowedLines(db, endedNewsSince(now)), now);
    looksAtAll = false;
  }

  async function lookAtDue(): Promise<void> {
    while (!isStopped) {
      const { ids, lease } = await takeDue(db, 'look', clock.now(), takenAtOnce);
      for (const id of ids) {
        // A stopped process leaves the check to another process.
        if (isStopped) return;
        await dueAgain(db, 'look', id, { lease, at: await look(id) });
      }
      if (ids.length < takenAtOnce) return;
    }
  }

  async function takeOverFromOthers(): Promise<void> {
    const now = clock.now();
    const before = now.getTime() - othersMayTakeMs;
    for (const [id, at] of changedAt) if (at < before) changedAt.delete(id);
    const left = [...heardAt].filter(([, at]) => at < before).map(([id]) => id);
    if (left.length === 0) return;
    await dueBy(db, 'look', left, now);
    for (const id of left) heardAt.delete(id);
  }

  function fail(error: unknown): void {
    log.warn(
      describeError(error),
      'The server could not check which patients to notify of their turn. It tries again within seconds; if this repeats, check PostgreSQL.',
    );
  }

  const timer = setInterval(() => {
    if (!polling.isRunning()) void polling.run();
  }, pollEveryMs);
  timer.unref();
  void polling.run();
  return {
    changed(doctorId) {
      changed.add(doctorId);
      changedAt.set(doctorId, clock.now().getTime());
      void work.run();
    },
    heard(doctorId) {
      // A check of this line is already planned.
      if (changedAt.has(doctorId) || heardAt.has(doctorId)) return;
      heardAt.set(doctorId, clock.now().getTime());
    },
    poll: () => polling.run(),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([work.idle(), polling.idle()]);
    },
  };
}
