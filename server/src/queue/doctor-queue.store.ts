/** What is kept of a doctor's queue as a whole: its version, and the pace that was learnt [QST-12]. */
import sql, { empty } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { type Pace, type PaceRow, paceOf } from '../waits/pace.rules.ts';

/** For a query in which doctor_queue is called q. */
export const paceColumns = sql`
  q.pace_minutes, q.pace_visits, q.pace_at, q.usual_minutes, q.session_minutes, q.session_visits`;

/** Counts a change of a doctor's queue; `reordered`: somebody who waits stands elsewhere. */
export async function setQueueVersion(
  tx: Queryable,
  doctorId: string,
  version: number,
  reordered = false,
): Promise<void> {
  const order = reordered ? sql`, order_version = ${version}` : empty;
  await tx.run(
    sql`update doctor_queue set version = ${version} ${order} where doctor_id = ${doctorId}`,
  );
}

export async function readQueueVersion(db: Queryable, doctorId: string): Promise<number> {
  const row = await db.one<{ version: number }>(sql`
    select version from doctor_queue where doctor_id = ${doctorId}`);
  return row.version;
}

export interface Working {
  readonly pace: Pace;
  /** When the doctor's status last changed. */
  readonly interruptedAt: Date | null;
}

export async function readPace(tx: Queryable, doctorId: string): Promise<Working> {
  const row = await tx.one<PaceRow & { interrupted_at: Date | null }>(sql`
    select ${paceColumns}, q.interrupted_at from doctor_queue q where q.doctor_id = ${doctorId}`);
  return { pace: paceOf(row), interruptedAt: row.interrupted_at };
}

/** Keeps what a consultation taught. */
export async function savePace(tx: Queryable, doctorId: string, pace: Pace): Promise<void> {
  await tx.run(sql`
    update doctor_queue set pace_minutes = ${pace.minutes}, pace_visits = ${pace.visits},
      pace_at = ${pace.at}, session_minutes = ${pace.sessionMinutes},
      session_visits = ${pace.sessionVisits}
    where doctor_id = ${doctorId}`);
}

export async function countCompletion(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`
    update doctor_queue set completed_total = completed_total + 1 where doctor_id = ${doctorId}`);
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
