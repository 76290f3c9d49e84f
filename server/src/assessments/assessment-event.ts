/**
 * The events of answers and alerts, sent to every screen of the hospital's staff in the form of
 * their list [ASSESS-2, ASSESS-3].
 */
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { findListed } from './assessments.store.ts';
import { listedView } from './assessments.view.ts';

/**
 * Records the staff's event for a visit's answers, unless staff do not see the visit. The event
 * includes the doctor, since a process of the previous release reads it as an update of the doctor.
 */
export async function publishAssessment(
  tx: Queryable,
  visit: { readonly hospitalId: string; readonly visitId: string },
  now: Date,
): Promise<void> {
  const row = await findListed(tx, visit, now);
  if (row === undefined) return;
  const doctor = await findDoctor(tx, row.line_id, now);
  await recordEvent(tx, {
    type: 'assessment_updated',
    at: now,
    hospitalId: visit.hospitalId,
    doctorId: row.line_id,
    entryId: null,
    accountId: null,
    body: {
      ...(doctor === undefined ? {} : doctorView(doctor, now)),
      told: { hospitalId: visit.hospitalId, assessment: listedView(row) },
    },
  });
}
