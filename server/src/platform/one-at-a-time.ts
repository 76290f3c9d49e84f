/** Work that is asked for more often than it can be done: it runs once at a time, and once more if asked meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface OneAtATime {
  /**
   * Begins the work; while it runs already, it runs once more afterwards, however many ask. Resolves
   * when a run has ended that began after the call, whether it succeeded or not.
   */
  run(): Promise<void>;
  isRunning(): boolean;
  /** Resolves when nothing runs and nobody has asked for more. */
  idle(): Promise<void>;
}

/**
 * `onError` hears why a run failed and must not throw; whoever asked is not told. A run begins `restMs` milliseconds
 * after the end of the one before at the earliest: what is asked for meanwhile is done with it.
 */
export function oneAtATime(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  restMs = 0,
): OneAtATime {
  let next: PromiseWithResolvers<void> | undefined;
  let isRunning = false;
  let running = Promise.resolve();
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function runWhileAsked(): Promise<void> {
    while (next !== undefined) {
      const rest = restsUntil - performance.now();
      if (rest > 0) await sleep(rest);
      const asked = next;
      next = undefined;
      try {
        await work();
      } catch (error) {
        onError(error);
      }
      restsUntil = performance.now() + restMs;
      asked.resolve();
    }
    isRunning = false;
  }

  return {
    run() {
      next ??= Promise.withResolvers<void>();
      const { promise } = next;
      if (!isRunning) {
        isRunning = true;
        running = runWhileAsked();
      }
      return promise;
    },
    isRunning: () => isRunning,
    idle: () => running,
  };
}

export interface PacedByKey {
  /** What is done for a key: for a doctor's line, a hospital's board. */
  readonly work: (key: string) => Promise<void>;
  /** Milliseconds of rest after a run, while calls for the same key keep coming. */
  readonly everyMs: number;
  /** Hears why a run failed; it is tried again after a second. */
  readonly onError: (error: unknown) => void;
}

const retryMs = 1000;

/** Does the work of a key at once after a first call, and while calls keep coming once in `everyMs`. */
export function pacedByKey({ work, everyMs, onError }: PacedByKey): (key: string) => void {
  const byKey = new Map<string, OneAtATime>();

  function begin(key: string): OneAtATime {
    const turns = oneAtATime(async () => {
      try {
        await work(key);
      } catch (error) {
        onError(error);
        void turns.run();
        await sleep(retryMs, undefined, { ref: false });
      }
      await sleep(everyMs, undefined, { ref: false });
    }, onError);
    byKey.set(key, turns);
    return turns;
  }

  function forgetWhenIdle(key: string, turns: OneAtATime): void {
    void turns.idle().then(() => {
      if (turns.isRunning()) forgetWhenIdle(key, turns);
      else byKey.delete(key);
    });
  }

  return (key) => {
    const known = byKey.get(key);
    const turns = known ?? begin(key);
    void turns.run();
    if (known === undefined) forgetWhenIdle(key, turns);
  };
}
