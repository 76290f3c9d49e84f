/**
 * Runs simulations of past days in worker threads, so that a long simulation delays only its caller
 * [SEC-16].
 */
import type { Replayed } from '@baari/contract/hospital/replay.ts';
import type { Result } from '../platform/result.ts';
import { openWorkers } from '../platform/threads/workers.ts';
import type { GivenDay } from './replay-day.rules.ts';
import type { ReplayTasks } from './replay.worker.ts';

export interface Replays {
  /**
   * Simulates a day. Refuses a day whose simulation takes too long, and a caller with two
   * simulations running.
   */
  play(day: GivenDay, caller: string): Promise<Result<Replayed>>;
  close(): Promise<void>;
}

/** Opens the worker threads for simulations; none starts before the first call. */
export function openReplays(): Replays {
  const workers = openWorkers<ReplayTasks>({
    file: new URL('replay.worker.ts', import.meta.url),
    atOnce: 1,
    waiting: 8,
    waitMs: 20_000,
    perCaller: 2,
    timeMs: 20_000,
    memoryMb: 256,
  });
  return {
    play: (day, caller) => workers.run('replayDay', day, { caller, tooMuch: 'day_too_large' }),
    close: () => workers.close(),
  };
}
