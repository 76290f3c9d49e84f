import type { LiveStream } from './live-stream.ts';

/** Waits for the lock, and keeps the stream open while this tab has it. */
export function competeForLock(locks: LockManager, name: string, open: () => LiveStream) {
  let held: LiveStream | null = null;
  let letGoOfLock: (() => void) | undefined;
  let waiting = new AbortController();
  let isClosed = false;

  /** Waits for the lock of the event stream, or steals the lock from a tab that does not answer. */
  async function standInLine(isTaking: boolean): Promise<void> {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    try {
      await locks.request(name, isTaking ? { steal: true } : { signal }, keepLock);
    } catch (failure) {
      if (isClosed || signal.aborted) return;
      if (held === null) {
        console.warn('The live connection cannot be shared', failure);
        return void keepLock();
      }
      // Another tab stole the lock, for example while this tab slept, so this tab follows it.
      stopHolding();
      void standInLine(false);
    }
  }

  function keepLock(): Promise<void> | undefined {
    if (isClosed) return undefined;
    held = open();
    return new Promise((resolve) => {
      letGoOfLock = resolve;
    });
  }

  function stopHolding(): void {
    held?.close();
    held = null;
    letGoOfLock?.();
    letGoOfLock = undefined;
  }

  // The function `standInLine` handles its own failures.
  return {
    /** Returns the open event stream; null while another tab has the lock. */
    stream: () => held,
    /** Waits for the lock of the event stream, or takes the lock from the tab that has it. */
    standInLine,
    close() {
      isClosed = true;
      waiting.abort();
      stopHolding();
    },
  };
}
