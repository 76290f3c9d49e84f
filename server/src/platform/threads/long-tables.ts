/** Concurrency limits for reads that occupy the database for long [SEC-16]. */
import { type Gate, makeGate } from './gate.ts';

/** The limit for figures of a period; one page may request several. */
export function beforeFigures(): Gate {
  return makeGate({ atOnce: 2, waiting: 40, waitMs: 20_000, perCaller: 6 });
}

/** The limit for files of thousands of rows. */
export function beforeTables(): Gate {
  return makeGate({ atOnce: 2, waiting: 10, waitMs: 20_000, perCaller: 2 });
}
