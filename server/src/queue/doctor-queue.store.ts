/** What is kept of a doctor's queue as a whole: its version, and the pace that was learnt [QST-12]. */
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { Pace } from '../waits/pace.rules.ts';
import { keptOf } from '../waits/promises.store.ts';

/** For a query in which doctor_queue is called q. */
export const paceColumns = sql`
  q.pace_minutes, q.pace_visits, q.pace_at, q.usual_minutes, q.session_minutes, q.session_visits`;

/** What a change of an entry means for its doctor's queue. */
export interface QueueChange {
  readonly version: number;
  /** Somebody who waits stands elsewhere. */
  readonly isReordered?: boolean;
  /** What a consultation taught. */
  readonly pace?: Pace | undefined;
  readonly isCompletion?: boolean;
  /** A promise was kept or broken. */
  readonly isPromiseSettled?: boolean;
}

/** Writes all that a change means for the queue at once: one new version of its row. */
export async function updateDoctorQueue(
  tx: Queryable,
  doctorId: string,
  { version, isReordered, pace, isCompletion, isPromiseSettled }: QueueChange,
): Promise<void> {
  const order = isReordered ? sql`, order_version = ${version}` : empty;
  const completed = isCompletion ? sql`, completed_total = completed_total + 1` : empty;
  const kept = isPromiseSettled ? sql`, ${keptOf(doctorId)}` : empty;
  await tx.run(sql`
    update doctor_queue set version = ${version} ${order} ${learnt(pace)} ${completed} ${kept}
    where doctor_id = ${doctorId}`);
}

function learnt(pace: Pace | undefined): Sql {
  if (pace === undefined) return empty;
  return sql`, pace_minutes = ${pace.minutes}, pace_visits = ${pace.visits}, pace_at = ${pace.at},
    session_minutes = ${pace.sessionMinutes}, session_visits = ${pace.sessionVisits}`;
}

export async function readQueueVersion(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one<{ version: number }>(sql`
    select version from doctor_queue where doctor_id = ${doctorId}`);
  return row.version;
}

/** The doctor's last completed consultation; a call that nobody answered is not one. */
export async function findLastConsultation(
  tx: Queryable,
  doctorId: string,
): Promise<{ startedAt: Date; endedAt: Date } | undefined> {
  const row = await tx.maybeOne<{ started_at: Date; ended_at: Date | null }>(sql`
    select started_at, ended_at from queue_entry
    where doctor_id = ${doctorId} and started_at is not null and status = 'completed'
    order by started_at desc limit 1`);
  if (row === undefined || row.ended_at === null) return undefined;
  return { startedAt: row.started_at, endedAt: row.ended_at };
}
