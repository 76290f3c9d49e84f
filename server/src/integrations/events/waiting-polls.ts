/** The long polls of this process: calls that wait until there is an event [API-29]. */

/** The most calls of one key that may wait at once. A broken connection counts until its end. */
export const pollsPerCaller = 4;

export interface WaitingPolls {
  /** Registers a call that waits. Undefined if too many calls of this caller wait. */
  begin(caller: { readonly userId: string; readonly hospitalId: string }): Poll | undefined;
  /** The number of calls that wait. */
  count(): number;
  /** Lets the calls of these hospitals read again; without hospitals, all calls. */
  wake(hospitalIds?: ReadonlySet<string>): void;
  /** Lets all calls answer now. Later calls do not wait. */
  close(): void;
}

export interface Poll {
  /** Resolves at the next event, or after this time in ms. */
  next(ms: number): Promise<void>;
  /** Whether the server stops, so that the call must answer. */
  isOver(): boolean;
  end(): void;
}

interface Waiting {
  readonly hospitalId: string;
  signal: PromiseWithResolvers<void>;
}

export function makeWaitingPolls(): WaitingPolls {
  const waiting = new Set<Waiting>();
  const ofCaller = new Map<string, number>();
  let isClosed = false;

  function countOf(userId: string, by: 1 | -1): void {
    const count = (ofCaller.get(userId) ?? 0) + by;
    if (count === 0) ofCaller.delete(userId);
    else ofCaller.set(userId, count);
  }

  function wake(hospitalIds?: ReadonlySet<string>): void {
    for (const { hospitalId, signal } of waiting) {
      if (hospitalIds === undefined || hospitalIds.has(hospitalId)) signal.resolve();
    }
  }

  return {
    begin({ userId, hospitalId }) {
      if ((ofCaller.get(userId) ?? 0) >= pollsPerCaller) return undefined;
      const mine: Waiting = { hospitalId, signal: Promise.withResolvers<void>() };
      waiting.add(mine);
      countOf(userId, 1);
      return {
        async next(ms) {
          const timer = setTimeout(() => mine.signal.resolve(), ms);
          await mine.signal.promise;
          clearTimeout(timer);
          // The caller reads after this line, so an event from now on must wake it again.
          mine.signal = Promise.withResolvers<void>();
          if (isClosed) mine.signal.resolve();
        },
        isOver: () => isClosed,
        end() {
          if (waiting.delete(mine)) countOf(userId, -1);
        },
      };
    },
    count: () => waiting.size,
    wake,
    close() {
      isClosed = true;
      wake();
    },
  };
}
