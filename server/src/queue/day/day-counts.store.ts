/**
 * SQL that counts the entries of a hospital's day, which begins at midnight in the hospital's time
 * zone [STAFF-2, ENT-2].
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, rows, type RowOf, select, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  endOfHospitalToday,
  startOfHospitalToday,
} from '../../platform/hospital-sql/hospital-time.ts';
import { entryStatus, openEntries } from '../../platform/hospital-sql/statuses.ts';

/**
 * Finds a doctor or shared line of this hospital by id, with the start and end of the hospital's
 * day.
 */
export function findLineOfHospital(
  db: Queryable,
  lineId: string,
  hospitalId: string,
  now: Date,
): Promise<{ start_of_today: Date; end_of_today: Date } | undefined> {
  const columns = {
    start_of_today: startOfHospitalToday(now),
    end_of_today: endOfHospitalToday(now),
  };
  return db.maybeOne(select(columns)`
    from hospital h where h.id = ${hospitalId} and (
      exists (select from doctor d where d.id = ${lineId} and d.hospital_id = h.id)
      or exists (
        select from shared_line l
        where l.id = ${lineId} and l.hospital_id = h.id and l.removed_at is null))`);
}

/**
 * The start and end of the present day in the hospital's time zone; undefined for an unknown
 * hospital.
 */
export function findDay(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<{ start: Date; end: Date } | undefined> {
  return db.maybeOne(select({ start: startOfHospitalToday(now), end: endOfHospitalToday(now) })`
    from hospital h where h.id = ${hospitalId}`);
}

export async function countCompletedSince(
  db: Queryable,
  doctorId: string,
  since: Date,
): Promise<number> {
  const row = await db.one(select({ completed: typed<number>(sql`count(*)`) })`
    from queue_entry
    where doctor_id = ${doctorId} and status = ${entryStatus.completed} and ended_at >= ${since}`);
  return row.completed;
}

function counted(which: Sql): Column<number> {
  return sql`count(*) filter (where ${which})`;
}

const dayCounts = {
  pending: counted(sql`e.status = ${entryStatus.pending_approval}`),
  waiting: counted(sql`e.status = ${entryStatus.waiting}`),
  /**
   * The number of patients with a doctor. Patients who are being served at a counter are counted
   * for the shared line.
   */
  in_progress: counted(sql`e.status = ${entryStatus.in_progress} and not e.is_shared`),
  /**
   * Requests approved today. Patients who joined on site, were added by the desk or had a booking
   * needed no approval.
   */
  approved_today: counted(sql`e.approved_at >= today.start and e.approved_at > e.joined_at`),
  rejected_today: counted(sql`e.status = ${entryStatus.rejected} and e.ended_at >= today.start`),
  /**
   * The number of completed consultations. Other steps of a visit are counted in their own lines.
   */
  completed_today: counted(sql`
    e.status = ${entryStatus.completed} and e.ended_at >= today.start and not e.is_shared`),
};

export function countDay(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<RowOf<typeof dayCounts>> {
  return db.one(
    rows(
      dayCounts,
      (list) => sql`
        with today as (select ${startOfHospitalToday(now)} as start from hospital h where h.id = ${hospitalId})
        select ${list} from today left join queue_entry e on e.hospital_id = ${hospitalId}
          and (e.status in ${openEntries} or e.ended_at >= today.start)`,
    ),
  );
}
