/** Cancels the booking of a checked-in entry when the patient leaves the line [APPT-1]. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import { bookingStatus } from '../platform/hospital-sql/statuses.ts';

/**
 * Cancels the booking on behalf of the patient, which frees the slot. Only a booking that is
 * checked in is changed.
 */
export async function giveUpBooking(tx: Queryable, id: string, now: Date): Promise<void> {
  const changed = await tx.run(sql`
    update appointment set status = ${bookingStatus.cancelled}, cancelled_at = ${now},
      cancelled_by = 'patient', checked_in_at = null
    where id = ${id} and status = ${bookingStatus.checked_in}`);
  if (changed > 0) await noteAppointment(tx, id, 'cancel', now);
}
