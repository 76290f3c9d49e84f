/**
 * Coalesces repeated work: only one run at a time, and one more run if the work was requested
 * meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Coalesced {
  /**
   * Starts the work, or one more run after the current run, however many callers ask. Resolves when
   * a run that began after the call has ended, successful or not.
   */
  run(): Promise<void>;
  isRunning(): boolean;
  /** Resolves when no run is in progress and no further run was requested. */
  idle(): Promise<void>;
}

/**
 * `onError` gets the reason of a failed run and must not throw; callers are not notified. Runs are at least
 * `restMs` milliseconds apart, and requests during the pause share the next one.
 */
export function coalesce(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  restMs = 0,
): Coalesced {
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
  /** The work for one key, such as the id of a doctor or a hospital. */
  readonly work: (key: string) => Promise<void>;
  /** Milliseconds between two runs for the same key. */
  readonly everyMs: number;
  /** Called with the reason of a failed run, which is retried after a second. */
  readonly onError: (error: unknown) => void;
}

const retryMs = 1000;

/**
 * Throttles work by key: the first call for a key runs at once, and later runs for it come at most
 * once per `everyMs`.
 */
export function pacedByKey({ work, everyMs, onError }: PacedByKey): (key: string) => void {
  const byKey = new Map<string, Coalesced>();

  function begin(key: string): Coalesced {
    const turns = coalesce(async () => {
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

  function forgetWhenIdle(key: string, turns: Coalesced): void {
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
