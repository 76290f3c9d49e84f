/** SQL for moving several bookings together. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

const a = table('appointment', 'a');

const visit = {
  id: a.id,
  patient_id: a.patient_id,
  holder_id: typed<string>(sql`coalesce(p.account_id, p.id)`),
  doctor_id: a.doctor_id,
  date: a.date,
  starts_at: a.starts_at,
  minutes: a.minutes,
};
export type VisitRow = RowOf<typeof visit>;

/** The bookings of some accounts at a hospital from a given day on, except cancelled bookings. */
export function listVisitsOf(
  db: Queryable,
  hospitalId: string,
  holderIds: readonly string[],
  from: string,
): Promise<VisitRow[]> {
  return db.many(select(visit)`
    from appointment a join patient p on p.id = a.patient_id
    where a.hospital_id = ${hospitalId} and a.date >= ${from}::date
      and a.status <> ${bookingStatus.cancelled}
      and a.patient_id in (select id from patient where account_id = any(${holderIds}::uuid[])
        union select unnest(${holderIds}::uuid[]))`);
}

/**
 * Whether all these doctors belong to the hospital, where deactivated doctors also belong to it.
 */
export async function areOfHospital(
  db: Queryable,
  hospitalId: string,
  doctorIds: readonly string[],
): Promise<boolean> {
  const row = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from doctor d where d.hospital_id = ${hospitalId} and d.id = any(${doctorIds}::uuid[])`);
  return row.count === doctorIds.length;
}

/** Whether a patient has another booking with a doctor on a day; the caller holds the doctor's lock. */
export async function isBookedThatDay(
  tx: Queryable,
  { id, patientId }: { readonly id: string; readonly patientId: string },
  { doctorId, date }: { readonly doctorId: string; readonly date: string },
): Promise<boolean> {
  const row = await tx.maybeOne(select({ id: a.id })`
    from appointment a where a.patient_id = ${patientId} and a.doctor_id = ${doctorId}
      and a.date = ${date}::date and a.status <> ${bookingStatus.cancelled} and a.id <> ${id}`);
  return row !== undefined;
}
