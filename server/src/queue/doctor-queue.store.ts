/**
 * All SQL on the stored state of a doctor's line as a whole: its version and its measured service
 * time per patient [QST-12].
 */
import sql, { empty, type Sql } from 'sql-template-tag';
import { changes, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { learn, type ServiceTime, serviceTimeOf } from '../waits/service-time.rules.ts';
import { keptOf } from '../waits/promises.store.ts';

const q = table('doctor_queue', 'q');

/** The effect of a change of an entry on its doctor's line. */
export interface QueueChange {
  readonly version: number;
  /** Whether a waiting patient changed position. */
  readonly isReordered?: boolean;
  /** The line's new service time per patient, measured from a consultation. */
  readonly serviceTime?: ServiceTime | undefined;
  /** By how much the number of completed visits changes. */
  readonly completions?: number;
  /** The time at which a patient was called, or left the doctor's room. */
  readonly calledAt?: Date | undefined;
  readonly endedAt?: Date | undefined;
  /** How late the doctor began on recent days, if this was the first call of the day. */
  readonly lateStarts?: readonly number[] | undefined;
  /** The unplanned pauses of recent days, if this call changes them. */
  readonly pausesTaken?: readonly number[] | undefined;
  /** Whether the change settled a forecast. */
  readonly isPromiseSettled?: boolean;
}

function paceColumns(serviceTime: ServiceTime | undefined) {
  return {
    pace_minutes: serviceTime?.minutes,
    pace_visits: serviceTime?.visits,
    pace_squares: serviceTime?.squares,
    pace_at: serviceTime?.at,
    session_minutes: serviceTime?.sessionMinutes,
    session_visits: serviceTime?.sessionVisits,
  };
}

/**
 * Builds one UPDATE for all effects of a change on the line. It raises the line's version by one.
 */
export function queueUpdate(doctorId: string, change: QueueChange): Sql {
  const { version, isReordered, serviceTime, completions = 0, isPromiseSettled } = change;
  const set = changes('doctor_queue', {
    version,
    order_version: isReordered ? version : undefined,
    ...paceColumns(serviceTime),
    last_call_at: change.calledAt,
    last_end_at: change.endedAt,
    late_starts: change.lateStarts && sql`${[...change.lateStarts]}::float8[]`,
    pauses_taken: change.pausesTaken && sql`${[...change.pausesTaken]}::float8[]`,
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

const stored = {
  pace_minutes: q.pace_minutes,
  pace_visits: q.pace_visits,
  pace_squares: q.pace_squares,
  pace_at: q.pace_at,
  usual_minutes: q.usual_minutes,
  session_minutes: q.session_minutes,
  session_visits: q.session_visits,
};

/**
 * Adds a visit to the measured service time of a line, if the visit ended in another line. The row
 * lock makes simultaneous ends wait for each other. The line's version stays unchanged, because no
 * position changed.
 */
export async function teachLine(
  tx: Queryable,
  lineId: string,
  minutes: number,
  now: Date,
): Promise<void> {
  const row = await tx.maybeOne(select(stored)`
    from doctor_queue q where q.doctor_id = ${lineId} for no key update`);
  if (row === undefined) return;
  const learnt = paceColumns(learn(serviceTimeOf(row), minutes, now));
  const set = changes('doctor_queue', { ...learnt, last_end_at: now });
  await tx.run(sql`update doctor_queue set ${set} where doctor_id = ${lineId}`);
}
