/** What becomes of the booking that led to a place, with the place [APPT-1]. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

/** The patient gives the booking up; its time is free again. One that is over stays as it is. */
export async function giveUpBooking(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update appointment set status = ${bookingStatus.cancelled}, cancelled_at = ${now},
      cancelled_by = 'patient', checked_in_at = null
    where id = ${id} and status = ${bookingStatus.checked_in}`);
}
