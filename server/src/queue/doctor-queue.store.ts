/** The stored state of a doctor's line as a whole: its version and its measured pace [QST-12]. */
import sql, { empty, type Sql } from 'sql-template-tag';
import { changes, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { ServiceTime } from '../waits/service-time.rules.ts';
import { keptOf } from '../waits/promises.store.ts';

const q = table('doctor_queue', 'q');

/** The effect of an entry's change on its doctor's line. */
export interface QueueChange {
  readonly version: number;
  /** A waiting patient changed position. */
  readonly isReordered?: boolean;
  /** The new pace of the line, measured from a consultation. */
  readonly serviceTime?: ServiceTime | undefined;
  /** By how much the number of completed visits changes. */
  readonly completions?: number;
  /** When somebody was called, or left the doctor's room. */
  readonly calledAt?: Date | undefined;
  readonly endedAt?: Date | undefined;
  /** How late recent days began, if this was the first call of the day. */
  readonly lateStarts?: readonly number[] | undefined;
  /** A forecast was settled. */
  readonly isPromiseSettled?: boolean;
}

/** One UPDATE for all effects on the line: it raises the version by one. */
export function queueUpdate(doctorId: string, change: QueueChange): Sql {
  const { version, isReordered, serviceTime, completions = 0, isPromiseSettled } = change;
  const set = changes('doctor_queue', {
    version,
    order_version: isReordered ? version : undefined,
    pace_minutes: serviceTime?.minutes,
    pace_visits: serviceTime?.visits,
    pace_squares: serviceTime?.squares,
    pace_at: serviceTime?.at,
    session_minutes: serviceTime?.sessionMinutes,
    session_visits: serviceTime?.sessionVisits,
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
