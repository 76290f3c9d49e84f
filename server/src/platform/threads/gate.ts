/**
 * A gate before work that costs much: so much at once, so many in front of it, and nobody for long.
 * Without one a hundred callers start it together, and the machine does nothing else [SEC-16].
 */
import { type Result, refuse } from '../result.ts';

/** Thrown where a refusal cannot be handed back; answered as `overloaded`. */
export class Overloaded extends Error {
  readonly statusCode = 503;

  constructor() {
    super('Too much of this waits already.');
    this.name = 'Overloaded';
  }
}

export interface GateOptions {
  /** How much of the work goes on at once. */
  readonly atOnce: number;
  /** How many wait for their turn, at most. */
  readonly waiting: number;
  /** Milliseconds that one of them waits, at most. */
  readonly waitMs: number;
  /** What one caller may have going on and waiting together; as much as there is unless told. */
  readonly perCaller?: number;
}

/**
 * Does the work in its turn. Refuses `overloaded` where too many wait or the turn does not come in
 * time, and `too_many_requests` where the same caller has enough of it already.
 */
export type Gate = <T>(work: () => Promise<Result<T>>, caller?: string) => Promise<Result<T>>;

export function makeGate({
  atOnce,
  waiting,
  waitMs,
  perCaller = atOnce + waiting,
}: GateOptions): Gate {
  const line: (() => void)[] = [];
  const callers = new Map<string, number>();
  let running = 0;

  /** Whether the turn came. */
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
      // The place of whoever leaves goes to the first in line: nobody slips in between.
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
