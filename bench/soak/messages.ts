/** Messages between the soak and its server. */

/** To the server: the offset of its clock from real time, and whether to report its memory. */
export interface Told {
  readonly aheadMs: number;
  readonly tellHoldings: boolean;
}

/** Resources of a process, after a garbage collection. */
export interface Holdings {
  /** Bytes of JavaScript objects and buffers. */
  readonly heapBytes: number;
  /** Resident bytes of the process. */
  readonly residentBytes: number;
  /** Open files and connections. */
  readonly descriptors: number;
}
