/**
 * Records the live event of a changed doctor. The event contains the doctor's public data and goes
 * to everybody who follows the hospital.
 */
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import type { DoctorRow } from './doctors.store.ts';
import { doctorView } from './doctors.view.ts';

export async function recordDoctorEvent(tx: Queryable, row: DoctorRow, now: Date): Promise<void> {
  await recordEvent(tx, {
    type: 'doctor_updated',
    at: now,
    hospitalId: row.hospital_id,
    doctorId: row.id,
    entryId: null,
    accountId: null,
    body: doctorView(row, now),
  });
}
