/** Runs replays in worker threads, so that a long one delays only its caller [SEC-16]. */
import type { Replayed } from '@baari/contract/hospital/replay.ts';
import type { Result } from '../platform/result.ts';
import { openWorkers } from '../platform/threads/workers.ts';
import type { GivenDay } from './replay-day.rules.ts';
import type { ReplayTasks } from './replay.worker.ts';

export interface Replays {
  /** Refuses a day that takes too long, and a caller with two replays running. */
  play(day: GivenDay, caller: string): Promise<Result<Replayed>>;
  close(): Promise<void>;
}

/** Opens the replay threads; none starts before the first replay. */
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
