/**
 * Keeps patients told: looks at a doctor's line after each change of it, and at every line now and
 * then, because a wait shortens with the clock and because whoever made a change may have died
 * before telling of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, type Log } from '../platform/log.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { takeTurn } from '../platform/turn.store.ts';
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
  let isStopped = false;

  const work = oneAtATime(lookAtDue, fail);
  const sweeping = oneAtATime(lookAtAll, fail);

  async function lookAtDue(): Promise<void> {
    if (due.size === 0 || isStopped) return;
    await sleep(restMs, undefined, { ref: false });
    const doctors = [...due];
    due.clear();
    let told = 0;
    for (const doctorId of doctors) told += await look(doctorId);
    if (told > 0) options.onQueued();
  }

  /** How many were told. */
  async function look(doctorId: string): Promise<number> {
    if (isStopped) return 0;
    try {
      return await tellOfQueue(options, doctorId);
    } catch (error) {
      log.warn(
        { doctorId, ...describeError(error) },
        "A doctor's patients could not be told of their line; the next look at all lines tries again.",
      );
      return 0;
    }
  }

  async function lookAtAll(): Promise<void> {
    if (isStopped) return;
    for (const id of await listFollowedDoctors(db, endedNewsSince(clock.now()))) due.add(id);
    await work.run();
  }

  function fail(error: unknown): void {
    log.warn(
      describeError(error),
      'Looking at the lines failed; all of them are looked at again in half a minute.',
    );
  }

  /** One process of several looks at all lines; each looks at those whose changes it has heard of. */
  async function sweepInTurn(): Promise<void> {
    try {
      if (await takeTurn(db, 'Looking at all lines', sweepEveryMs * 0.9)) await sweeping.run();
    } catch (error) {
      fail(error);
    }
  }

  const timer = setInterval(() => void sweepInTurn(), sweepEveryMs);
  timer.unref();
  void sweeping.run();
  return {
    changed(doctorId) {
      due.add(doctorId);
      void work.run();
    },
    sweep: () => sweeping.run(),
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([work.idle(), sweeping.idle()]);
    },
  };
}
