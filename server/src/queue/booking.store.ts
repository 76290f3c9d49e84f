/** Cancels the booking behind an entry when the entry ends [APPT-1]. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

/** Cancels the booking for the patient, which frees its time; a past booking is unchanged. */
export async function giveUpBooking(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update appointment set status = ${bookingStatus.cancelled}, cancelled_at = ${now},
      cancelled_by = 'patient', checked_in_at = null
    where id = ${id} and status = ${bookingStatus.checked_in}`);
}
