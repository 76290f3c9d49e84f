/** The columns that a line's state and its waits are found from, for whoever selects a line. */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, leftJoined, table, typed } from '../platform/database/columns.ts';
import type { LearntRow } from './told-wait.rules.ts';
import type { WaitFit } from './wait-fit.rules.ts';

const q = table('doctor_queue', 'q');
const f = leftJoined('wait_fit', 'f');

/** For a query in which doctor_queue is called q, and wait_fit, joined from the left, f. */
export const learntColumns = {
  pace_minutes: q.pace_minutes,
  pace_visits: q.pace_visits,
  pace_squares: q.pace_squares,
  pace_at: q.pace_at,
  usual_minutes: q.usual_minutes,
  session_minutes: q.session_minutes,
  session_visits: q.session_visits,
  interrupted_at: q.interrupted_at,
  last_call_at: q.last_call_at,
  last_end_at: q.last_end_at,
  late_starts: typed<readonly number[]>(q.late_starts),
  /** What the hospital's promises taught. */
  forecast: typed<WaitFit | null>(f.forecast),
} satisfies Record<keyof LearntRow, Column<unknown>>;

/** Of a waiting entry: it can be called, being not on hold, or back. */
export function isPresent(alias: Sql): Sql {
  return sql`(${alias}.called_at is null or ${alias}.back_at is not null)`;
}

/** Since when it waits. */
export function waitsSince(alias: Sql): Sql {
  return sql`coalesce(${alias}.approved_at, ${alias}.joined_at)`;
}
