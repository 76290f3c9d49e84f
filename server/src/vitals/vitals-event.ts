/** The live event of vital signs, for the hospital's staff. It names the visit and holds no values. */
import type { PublishedVitals } from '@baari/contract/visit/vitals.ts';
import { findDoctor } from '../doctors/doctors.store.ts';
import { doctorView } from '../doctors/doctors.view.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { findAnyDoctor, listSteps, type MeasuredRow } from './vitals.store.ts';

/**
 * Records that the vital signs of a visit changed. The event includes a doctor, because a process
 * of the previous release reads it as an update of the doctor.
 */
export async function publishVitals(
  tx: Queryable,
  { hospital_id: hospitalId, visit_id: visitId, line_id: lineId }: MeasuredRow,
  now: Date,
): Promise<void> {
  const ofLine = await findDoctor(tx, lineId, now);
  const anyId = ofLine === undefined ? await findAnyDoctor(tx, hospitalId) : undefined;
  const doctor = ofLine ?? (anyId === undefined ? undefined : await findDoctor(tx, anyId, now));
  const vitals: PublishedVitals = { hospitalId, entryIds: await listSteps(tx, visitId) };
  await recordEvent(tx, {
    type: 'vitals_updated',
    at: now,
    hospitalId,
    doctorId: lineId,
    entryId: null,
    accountId: null,
    body: { ...(doctor === undefined ? {} : doctorView(doctor, now)), vitals },
  });
}
