/**
 * The columns from which a line's state and waits are computed, for any query that selects a line.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, leftJoined, table, typed } from '../platform/database/columns.ts';
import type { LearntRow } from './announced-wait.rules.ts';
import type { Calibration } from './calibration.rules.ts';
import type { ServiceTimeRow } from './service-time.rules.ts';

const q = table('doctor_queue', 'q');
const f = leftJoined('wait_fit', 'f');

/**
 * The columns of the line's measured service time per patient. The query needs doctor_queue as q.
 */
export const paceColumns = {
  pace_minutes: q.pace_minutes,
  pace_visits: q.pace_visits,
  pace_squares: q.pace_squares,
  pace_at: q.pace_at,
  usual_minutes: q.usual_minutes,
  session_minutes: q.session_minutes,
  session_visits: q.session_visits,
} satisfies Record<keyof ServiceTimeRow, Column<unknown>>;

/**
 * Columns of everything measured about a line. The query needs doctor_queue as q, and a left join
 * of wait_fit as f.
 */
export const learntColumns = {
  ...paceColumns,
  interrupted_at: q.interrupted_at,
  last_call_at: q.last_call_at,
  last_end_at: q.last_end_at,
  late_starts: typed<readonly number[]>(q.late_starts),
  pauses_taken: typed<readonly number[]>(q.pauses_taken),
  upper_shift: q.upper_shift,
  /** The hospital's calibration, computed from its past forecasts. */
  forecast: typed<Calibration | null>(f.forecast),
} satisfies Record<keyof LearntRow, Column<unknown>>;

/**
 * The SQL that tells whether a waiting patient can be called now: the patient missed no call, or
 * came back after the missed call.
 */
export function isPresent(alias: Sql): Sql {
  return sql`(${alias}.called_at is null or ${alias}.back_at is not null)`;
}

/** The SQL for the time since which an entry has waited. */
export function waitsSince(alias: Sql): Sql {
  return sql`coalesce(${alias}.approved_at, ${alias}.joined_at)`;
}

/**
 * The SQL that tells whether no other transaction is changing this row of doctor_queue. A task that
 * writes many rows skips locked rows until its next run. Waiting for them could deadlock with a
 * request that changes two lines.
 */
export function isUnlocked(lines: readonly { readonly doctorId: string }[]): Sql {
  const ids = lines.map(({ doctorId }) => doctorId);
  return sql`doctor_queue.doctor_id in (
    select free.doctor_id from doctor_queue free where free.doctor_id = any(${ids}::uuid[])
    for no key update skip locked)`;
}
