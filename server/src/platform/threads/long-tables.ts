/** The gates before reads that keep the database busy for long: whoever else asks must find it free [SEC-16]. */
import { type Gate, makeGate } from './gate.ts';

/** Before figures of a period that somebody looks at; several may be asked for by one page. */
export function beforeFigures(): Gate {
  return makeGate({ atOnce: 2, waiting: 40, waitMs: 20_000, perCaller: 6 });
}

/** Before a file of thousands of rows. */
export function beforeTables(): Gate {
  return makeGate({ atOnce: 2, waiting: 10, waitMs: 20_000, perCaller: 2 });
}
