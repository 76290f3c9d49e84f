/** What has come of the hospital's day so far, by its own midnight [STAFF-2, ENT-2]. */
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { open } from './queue.store.ts';

export interface DoctorOfHospital {
  id: string;
  start_of_today: Date;
}

/** A doctor if this hospital has one with the id, with the start of the hospital's day. */
export function findDoctorOfHospital(
  db: Queryable,
  doctorId: string,
  hospitalId: string,
  now: Date,
): Promise<DoctorOfHospital | undefined> {
  return db.maybeOne<DoctorOfHospital>(sql`
    select d.id, ${startOfToday(now)} as start_of_today
    from doctor d join hospital h on h.id = d.hospital_id
    where d.id = ${doctorId} and d.hospital_id = ${hospitalId}`);
}

/** Midnight of the hospital h's today, in its own time zone. */
function startOfToday(now: Date): Sql {
  return sql`
    date_trunc('day', ${now}::timestamptz at time zone h.time_zone) at time zone h.time_zone`;
}

export async function countCompletedSince(
  db: Queryable,
  doctorId: string,
  since: Date,
): Promise<number> {
  const row = await db.one<{ completed: number }>(sql`
    select count(*) as completed from queue_entry
    where doctor_id = ${doctorId} and status = 'completed' and ended_at >= ${since}`);
  return row.completed;
}

export interface DayCountsRow {
  pending: number;
  waiting: number;
  in_progress: number;
  approved_today: number;
  rejected_today: number;
  completed_today: number;
}

/** Counts of the hospital's day [STAFF-2]. */
export function countDay(db: Queryable, hospitalId: string, now: Date): Promise<DayCountsRow> {
  return db.one<DayCountsRow>(sql`
    with today as (select ${startOfToday(now)} as start from hospital h where h.id = ${hospitalId})
    select
      count(*) filter (where e.status = 'pending_approval') as pending,
      count(*) filter (where e.status = 'waiting') as waiting,
      count(*) filter (where e.status = 'in_progress') as in_progress,
      count(*) filter (where e.approved_at >= today.start) as approved_today,
      count(*) filter (where e.status = 'rejected' and e.ended_at >= today.start) as rejected_today,
      count(*) filter (where e.status = 'completed' and e.ended_at >= today.start) as completed_today
    from today left join queue_entry e on e.hospital_id = ${hospitalId}
      and (e.status in ${open} or e.ended_at >= today.start)`);
}
