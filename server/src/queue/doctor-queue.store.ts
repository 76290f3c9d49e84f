/** What is kept of a doctor's queue as a whole: its version, and the pace that was learnt [QST-12]. */
import sql, { empty, type Sql } from 'sql-template-tag';
import { changes, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Pace } from '../waits/pace.rules.ts';
import { keptOf } from '../waits/promises.store.ts';

const q = table('doctor_queue', 'q');

/** What a change of an entry means for its doctor's queue. */
export interface QueueChange {
  readonly version: number;
  /** Somebody who waits stands elsewhere. */
  readonly isReordered?: boolean;
  /** What a consultation taught. */
  readonly pace?: Pace | undefined;
  /** How many visits more, or fewer, are completed. */
  readonly completions?: number;
  /** When somebody was called, or left the doctor's room. */
  readonly calledAt?: Date | undefined;
  readonly endedAt?: Date | undefined;
  /** How late the latest days began, where this was the first call of one. */
  readonly lateStarts?: readonly number[] | undefined;
  /** A promise was kept or broken. */
  readonly isPromiseSettled?: boolean;
}

/** The statement that writes all that a change means for the queue: one new version of its row. */
export function queueUpdate(doctorId: string, change: QueueChange): Sql {
  const { version, isReordered, pace, completions = 0, isPromiseSettled } = change;
  const set = changes('doctor_queue', {
    version,
    order_version: isReordered ? version : undefined,
    pace_minutes: pace?.minutes,
    pace_visits: pace?.visits,
    pace_squares: pace?.squares,
    pace_at: pace?.at,
    session_minutes: pace?.sessionMinutes,
    session_visits: pace?.sessionVisits,
    last_call_at: change.calledAt,
    last_end_at: change.endedAt,
    late_starts: change.lateStarts && sql`${[...change.lateStarts]}::float8[]`,
    completed_total: completions === 0 ? undefined : sql`completed_total + ${completions}::int`,
  });
  const kept = isPromiseSettled ? sql`, ${keptOf(doctorId)}` : empty;
  return sql`update doctor_queue set ${set} ${kept} where doctor_id = ${doctorId}`;
}

export async function readQueueVersion(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one(select({ version: q.version })`
    from doctor_queue q where q.doctor_id = ${doctorId}`);
  return row.version;
}
