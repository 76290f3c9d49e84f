/** How answers and alerts are told: to every screen of the hospital's staff, as their list shows them [ASSESS-2, ASSESS-3]. */
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { findListed } from './assessments.store.ts';
import { listedView } from './assessments.view.ts';

/**
 * Records what staff are now told of a visit's answers; nothing where it is not among those they are shown.
 * The doctor goes along for a process of the release before, which takes it for news of the doctor.
 */
export async function tellAssessment(
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
