/** Messages between the long-running load test and its server process. */

/**
 * A message to the server under the long-running load test. It sets the server's clock, and may
 * request a report of the server's resources.
 */
export interface SoakOrder {
  readonly aheadMs: number;
  readonly asksHoldings: boolean;
  /**
   * Whether the server collects garbage before it reports. A collection hides how high memory would
   * rise.
   */
  readonly collect: boolean;
}

/** Memory of a process, in bytes. */
export interface Memory {
  /** Bytes of JavaScript objects in use. */
  readonly heapBytes: number;
  /** Bytes that V8 has reserved for JavaScript objects. */
  readonly heapTotalBytes: number;
  /** Bytes of buffers and other memory outside the heap that JavaScript objects hold. */
  readonly externalBytes: number;
  /** Resident memory of the process, in bytes. */
  readonly residentBytes: number;
  /**
   * Resident memory that holds program files, in bytes. Processes of one machine share this memory.
   */
  readonly fileBytes: number;
  /** Bytes of the heaps and buffers of the worker threads. */
  readonly workerBytes: number;
  /** The number of running worker threads. */
  readonly workers: number;
}

/** Memory, open files and event-loop load of a process. */
export interface Holdings extends Memory {
  /** The highest memory use since the process started, sampled every half second. */
  readonly peak: Memory;
  /** The highest resident memory since the start, as the operating system reports it. */
  readonly peakBytes: number;
  /** The number of open files and connections. */
  readonly descriptors: number;
  /**
   * The 99th percentile of the event-loop delay since the previous report, and in the next field
   * the maximum. Both in milliseconds.
   */
  readonly loopP99: number;
  readonly loopMax: number;
  /** Share of the time since the previous report in which the event loop was busy. */
  readonly loopBusy: number;
}

/**
 * How long a request waited in the server for each resource, in milliseconds. The server sends
 * these times in a response header.
 */
export interface ServerTimes {
  /** The time from the request's arrival to the sending of the response headers. */
  readonly total: number;
  /** The time spent waiting for a connection of the pool. */
  readonly pool: number;
  /** The time spent waiting for answers of the database. */
  readonly database: number;
  /**
   * The part of `database` in which the event loop was busy, so that a result may have waited for
   * the event loop.
   */
  readonly busy: number;
}

export const timesHeader = 'x-soak-times';

export function writeTimes({ total, pool, database, busy }: ServerTimes): string {
  return [total, pool, database, busy].map((ms) => ms.toFixed(2)).join(' ');
}

export function readTimes(text: string): ServerTimes {
  const [total = 0, pool = 0, database = 0, busy = 0] = text.split(' ').map(Number);
  return { total, pool, database, busy };
}
