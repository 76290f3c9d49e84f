import type { LiveStream } from './live-stream.ts';

/** Waits for the lock, and keeps the stream open while this tab holds it. */
export function competeForLock(locks: LockManager, name: string, open: () => LiveStream) {
  let held: LiveStream | null = null;
  let letGoOfLock: (() => void) | undefined;
  let waiting = new AbortController();
  let isClosed = false;

  /** Waits for the lock, or steals it from a holder that does not answer. */
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
      // The lock was stolen, for example while this tab slept, so it follows the new holder.
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

  // `standInLine` handles its failures itself.
  return {
    /** The open stream; null while another tab holds the lock. */
    stream: () => held,
    /** Waits for the lock, or takes it from the tab that holds it. */
    standInLine,
    close() {
      isClosed = true;
      waiting.abort();
      stopHolding();
    },
  };
}
