/**
 * Keeps patients notified: checks a doctor's line after each change, and when time alone may bring a message
 * because a wait shortens. Due checks are claimed by one process; if the process that made a change dies,
 * another checks the line.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTimeSure } from '../platform/clock.ts';
import { dueAgain, dueBy, takeDue } from '../platform/hospital-sql/doctor-due.store.ts';
import { describeError, type Log } from '../platform/log.ts';
import { coalesce } from '../platform/coalesce.ts';
import { listFollowedDoctors } from '../queue/queue.store.ts';
import { endedNewsSince, type Look, type NotifyOptions, notifyOfQueue } from './notify-of-queue.ts';

export interface QueueWatch {
  /** Call after this process has committed a change of this doctor's line. */
  changed(doctorId: string): void;
  /** Call when an event of this doctor's line arrives from any process. */
  heard(doctorId: string): void;
  /** Checks due lines that no other process has claimed. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

export interface QueueWatchOptions extends NotifyOptions {
  readonly log: Log;
  /** Called when messages were queued: the job runner's nudge. */
  readonly onQueued: () => void;
}

const pollEveryMs = 5000;
/** Debounce: a line is checked this long after a change, once for all changes meanwhile. */
const restMs = 250;
const takenAtOnce = 20;
/** If a process has not checked its own change after this time, it is assumed dead. */
const othersMayTakeMs = 20_000;
const againAfterFailureMs = 30_000;

export function watchQueues(options: QueueWatchOptions): QueueWatch {
  const { db, clock, log } = options;
  const changed = new Set<string>();
  /** By doctor, when another process's change was received, ms since 1970. */
  const heardAt = new Map<string, number>();
  /** By doctor, when this process last changed the line. */
  const changedAt = new Map<string, number>();
  /** True at start, to find changes of processes that died while no process listened. */
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

  /** Checks a line; answers when to check it again, undefined: only after a change. */
  async function look(doctorId: string): Promise<Date | undefined> {
    try {
      const { sent, again }: Look = await notifyOfQueue(options, doctorId);
      if (sent > 0) options.onQueued();
      return again;
    } catch (error) {
      log.warn(
        { doctorId, ...describeError(error) },
        "A doctor's patients could not be notified about their line. It is checked again in half a minute.",
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
    await dueBy(db, 'look', await listFollowedDoctors(db, endedNewsSince(now)), now);
    looksAtAll = false;
  }

  async function lookAtDue(): Promise<void> {
    while (!isStopped) {
      const { ids, lease } = await takeDue(db, 'look', clock.now(), takenAtOnce);
      for (const id of ids) {
        // Once stopped, this process leaves the check to another one.
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
      'Checking the lines failed. Due lines are checked again in some seconds.',
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
      // A line with a pending change is checked by that path.
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
