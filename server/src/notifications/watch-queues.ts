/**
 * Keeps patients told: looks at a doctor's line after each change of it, and at every line now and
 * then, because a wait shortens with the clock and because whoever made a change may have died
 * before telling of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, type Log } from '../platform/log.ts';
import { listFollowedDoctors } from '../queue/queue.store.ts';
import { endedNewsSince, type TellOptions, tellOfQueue } from './tell-of-queue.ts';

export interface QueueWatch {
  /** Call after a change of this doctor's line was committed. */
  changed(doctorId: string): void;
  /** Looks at every line; resolves when all have been. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface QueueWatchOptions extends TellOptions {
  readonly log: Log;
  /** Called when messages were queued: the job runner's nudge. */
  readonly onQueued: () => void;
}

const sweepEveryMs = 30_000;
/** A line is looked at this long after a change, once for all that happened meanwhile. */
const restMs = 250;

export function watchQueues(options: QueueWatchOptions): QueueWatch {
  const { db, clock, log } = options;
  const due = new Set<string>();
  let working: Promise<void> | undefined;
  let isStopped = false;

  function work(): Promise<void> {
    working ??= workThrough().finally(() => {
      working = undefined;
    });
    return working;
  }

  async function workThrough(): Promise<void> {
    while (due.size > 0 && !isStopped) {
      await sleep(restMs, undefined, { ref: false });
      const doctors = [...due];
      due.clear();
      let told = 0;
      for (const doctorId of doctors) told += await look(doctorId);
      if (told > 0) options.onQueued();
    }
  }

  /** How many were told. */
  async function look(doctorId: string): Promise<number> {
    if (isStopped) return 0;
    try {
      return await tellOfQueue(options, doctorId);
    } catch (error) {
      // The next sweep looks again.
      log.warn(describeError(error), 'patients of a line could not be told');
      return 0;
    }
  }

  async function lookAtAll(): Promise<void> {
    try {
      for (const id of await listFollowedDoctors(db, endedNewsSince(clock.now()))) due.add(id);
    } catch (error) {
      log.warn(describeError(error), 'the lines to look at could not be read');
    }
    while (due.size > 0 && !isStopped) await work();
  }

  let sweeping = Promise.resolve();
  function sweep(): Promise<void> {
    sweeping = sweeping.then(() => (isStopped ? undefined : lookAtAll()));
    return sweeping;
  }

  const timer = setInterval(() => void sweep(), sweepEveryMs);
  timer.unref();
  void sweep();
  return {
    changed(doctorId) {
      due.add(doctorId);
      void work();
    },
    sweep,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([working, sweeping]);
    },
  };
}
