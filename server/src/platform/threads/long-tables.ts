/** Concurrency limits for reads that occupy the database for long [SEC-16]. */
import { type ConcurrencyLimit, makeConcurrencyLimit } from './concurrency-limit.ts';

/** The concurrency limit for statistics of a period; one page may request several statistics. */
export function beforeFigures(): ConcurrencyLimit {
  return makeConcurrencyLimit({ atOnce: 2, waiting: 40, waitMs: 20_000, perCaller: 6 });
}

/** The concurrency limit for the export of files with thousands of rows. */
export function beforeTables(): ConcurrencyLimit {
  return makeConcurrencyLimit({ atOnce: 2, waiting: 10, waitMs: 20_000, perCaller: 2 });
}
