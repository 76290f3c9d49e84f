/** What the soak and its server say to each other. */

/** To the server: how far its time is ahead of the real one, and whether to tell what it holds. */
export interface Told {
  readonly aheadMs: number;
  readonly tellHoldings: boolean;
}

/** What a process holds on to, after a garbage collection. */
export interface Holdings {
  /** Of JavaScript, with its buffers. */
  readonly heapBytes: number;
  /** Of the whole process, as the system counts it. */
  readonly residentBytes: number;
  /** Open files and connections. */
  readonly descriptors: number;
}
