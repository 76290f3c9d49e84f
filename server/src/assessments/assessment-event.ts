/**
 * The live events of patients' answers and alerts. Every staff screen of the hospital receives an
 * event in the form of a row of the staff's list [ASSESS-2, ASSESS-3].
 */
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { noteChange } from '../platform/events/outgoing-change.store.ts';
import { findListed } from './assessments.store.ts';
import { listedView } from './assessments.view.ts';

/**
 * Records the live event of a visit's answers for staff, unless the visit is not in the staff's
 * list. The event includes the doctor, because a server process of the previous release reads it as
 * an update of the doctor.
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

/** Notes for the hospital's own systems that an alert was raised or seen. */
export function noteAlert(
  tx: Queryable,
  alert: {
    readonly hospitalId: string;
    readonly visitId: string;
    /** The doctor; null for an alert in a shared line. */
    readonly lineId: string | null;
    readonly type: 'alert.raised' | 'alert.seen';
  },
  now: Date,
): Promise<void> {
  const { hospitalId, lineId, visitId: subjectId, type } = alert;
  const status = type === 'alert.raised' ? 'raised' : 'seen';
  return noteChange(tx, { type, hospitalId, lineId, subjectId, status }, now);
}
