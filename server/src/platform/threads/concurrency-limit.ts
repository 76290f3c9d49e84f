/**
 * Limits how many expensive jobs run at once and how many may queue; refuses further jobs. Without
 * this limit a hundred callers could saturate the machine [SEC-16].
 */
import { type Result, refuse } from '../result.ts';

/**
 * Thrown where a refusal cannot be returned; the server answers it with the error code
 * `overloaded`.
 */
export class Overloaded extends Error {
  readonly statusCode = 503;

  constructor() {
    super('Too much of this waits already.');
    this.name = 'Overloaded';
  }
}

export interface ConcurrencyLimitOptions {
  /** How many jobs run at once. */
  readonly atOnce: number;
  /** The most jobs that may queue. */
  readonly waiting: number;
  /** The longest time a job may queue, in milliseconds. */
  readonly waitMs: number;
  /** The most jobs that one caller may have running and queued together; unlimited by default. */
  readonly perCaller?: number;
}

/**
 * Runs the job when a slot is free. Refuses `overloaded` if too many jobs queue or the wait is too
 * long, and `too_many_requests` if the same caller has too many jobs.
 */
export type ConcurrencyLimit = <T>(
  work: () => Promise<Result<T>>,
  caller?: string,
) => Promise<Result<T>>;

export function makeConcurrencyLimit({
  atOnce,
  waiting,
  waitMs,
  perCaller = atOnce + waiting,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const line: (() => void)[] = [];
  const callers = new Map<string, number>();
  let running = 0;

  /**
   * Waits until the job may start. Returns true when it may start, and false when the queue is full
   * or the wait takes too long.
   */
  function turn(): Promise<boolean> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve(true);
    }
    if (line.length >= waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(go), 1);
        resolve(false);
      }, waitMs);
      // A freed slot goes to the first in the queue, so that no new caller can overtake.
      function go(): void {
        clearTimeout(timer);
        resolve(true);
      }
      line.push(go);
    });
  }

  function leave(): void {
    const next = line.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  function count(caller: string, change: 1 | -1): void {
    const now = (callers.get(caller) ?? 0) + change;
    if (now === 0) callers.delete(caller);
    else callers.set(caller, now);
  }

  async function inTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!(await turn())) return refuse('overloaded');
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return async (work, caller) => {
    if (caller === undefined) return inTurn(work);
    if ((callers.get(caller) ?? 0) >= perCaller) return refuse('too_many_requests');
    count(caller, 1);
    try {
      return await inTurn(work);
    } finally {
      count(caller, -1);
    }
  };
}
