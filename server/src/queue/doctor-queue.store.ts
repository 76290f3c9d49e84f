/** What is kept of a doctor's queue as a whole: its version, and the pace that was learnt [QST-12]. */
import sql, { empty } from 'sql-template-tag';
import { changes, select, table } from '../platform/columns.ts';
import type { Queryable } from '../platform/database.ts';
import { entryStatus } from '../platform/statuses.ts';
import type { Pace, PaceRow } from '../waits/pace.rules.ts';
import { keptOf } from '../waits/promises.store.ts';

const q = table('doctor_queue', 'q');
const e = table('queue_entry', 'e');

/** For a query in which doctor_queue is called q. */
export const paceColumns = {
  pace_minutes: q.pace_minutes,
  pace_visits: q.pace_visits,
  pace_at: q.pace_at,
  usual_minutes: q.usual_minutes,
  session_minutes: q.session_minutes,
  session_visits: q.session_visits,
} satisfies Record<keyof PaceRow, unknown>;

/** What a change of an entry means for its doctor's queue. */
export interface QueueChange {
  readonly version: number;
  /** Somebody who waits stands elsewhere. */
  readonly isReordered?: boolean;
  /** What a consultation taught. */
  readonly pace?: Pace | undefined;
  /** How many visits more, or fewer, are completed. */
  readonly completions?: number;
  /** A promise was kept or broken. */
  readonly isPromiseSettled?: boolean;
}

/** Writes all that a change means for the queue at once: one new version of its row. */
export async function updateDoctorQueue(
  tx: Queryable,
  doctorId: string,
  { version, isReordered, pace, completions = 0, isPromiseSettled }: QueueChange,
): Promise<void> {
  const set = changes('doctor_queue', {
    version,
    order_version: isReordered ? version : undefined,
    pace_minutes: pace?.minutes,
    pace_visits: pace?.visits,
    pace_at: pace?.at,
    session_minutes: pace?.sessionMinutes,
    session_visits: pace?.sessionVisits,
    completed_total: completions === 0 ? undefined : sql`completed_total + ${completions}::int`,
  });
  const kept = isPromiseSettled ? sql`, ${keptOf(doctorId)}` : empty;
  await tx.run(sql`update doctor_queue set ${set} ${kept} where doctor_id = ${doctorId}`);
}

export async function readQueueVersion(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one(select({ version: q.version })`
    from doctor_queue q where q.doctor_id = ${doctorId}`);
  return row.version;
}

/** The doctor's last completed consultation; a call that nobody answered is not one. */
export async function findLastConsultation(
  tx: Queryable,
  doctorId: string,
): Promise<{ startedAt: Date; endedAt: Date } | undefined> {
  const row = await tx.maybeOne(select({ started_at: e.started_at, ended_at: e.ended_at })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.started_at is not null and e.status = ${entryStatus.completed}
    order by e.started_at desc limit 1`);
  if (row === undefined || row.started_at === null || row.ended_at === null) return undefined;
  return { startedAt: row.started_at, endedAt: row.ended_at };
}
