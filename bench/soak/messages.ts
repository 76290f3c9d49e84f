/** Messages between the soak and its server. */

/** Message to the soaked server: it sets the server's clock, and may ask for a report of its resources. */
export interface SoakOrder {
  readonly aheadMs: number;
  readonly asksHoldings: boolean;
  /** Whether it collects garbage before it reports. A forced collection hides how high memory would rise. */
  readonly collect: boolean;
}

/** Memory of a process, in bytes. */
export interface Memory {
  /** JavaScript objects in use. */
  readonly heapBytes: number;
  /** What V8 reserved for them. */
  readonly heapTotalBytes: number;
  /** Buffers and other memory outside the heap that JavaScript objects hold. */
  readonly externalBytes: number;
  /** Resident bytes of the process. */
  readonly residentBytes: number;
  /** Resident bytes of program files, which processes of one machine share. */
  readonly fileBytes: number;
  /** Heaps and buffers of the worker threads. */
  readonly workerBytes: number;
  /** Running worker threads. */
  readonly workers: number;
}

/** Resources of a process. */
export interface Holdings extends Memory {
  /** When it was highest since the start, by samples of a half second. */
  readonly peak: Memory;
  /** The highest resident size since the start, as the system reports it. */
  readonly peakBytes: number;
  /** Open files and connections. */
  readonly descriptors: number;
  /** Event-loop delay since the previous report, in milliseconds. */
  readonly loopP99: number;
  readonly loopMax: number;
  /** Share of the time since the previous report in which the event loop was busy. */
  readonly loopBusy: number;
}

/** How long a request waited for what, in milliseconds; the server sends it as a header. */
export interface ServerTimes {
  /** From the request's arrival to the answer's head. */
  readonly total: number;
  /** For a connection of the pool. */
  readonly pool: number;
  /** For answers of the database. */
  readonly database: number;
  /** The part of `database` in which the event loop was busy: the answer may have waited for it. */
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
