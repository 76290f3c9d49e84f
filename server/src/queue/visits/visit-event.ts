/** Live events about a visit that change no place in a line, for the hospital's staff. */
import { findDoctor } from '../../doctors/doctors.store.ts';
import { doctorView } from '../../doctors/doctors.view.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/event-log.store.ts';
import { findAnyDoctor } from './visit-steps.store.ts';

interface VisitEvent {
  readonly type: 'vitals_updated' | 'hand_offs_updated' | 'follow_up_updated' | 'sharing_updated';
  readonly hospital_id: string;
  /** The line in which the visit is. */
  readonly line_id: string;
  readonly body: object;
}

/**
 * Records an event of a visit. It includes a doctor, because a process of the previous release
 * reads it as an update of the doctor.
 */
export async function recordVisitEvent(
  tx: Queryable,
  { type, hospital_id: hospitalId, line_id: lineId, body }: VisitEvent,
  now: Date,
): Promise<void> {
  const ofLine = await findDoctor(tx, lineId, now);
  const anyId = ofLine === undefined ? await findAnyDoctor(tx, hospitalId) : undefined;
  const doctor = ofLine ?? (anyId === undefined ? undefined : await findDoctor(tx, anyId, now));
  await recordEvent(tx, {
    type,
    at: now,
    hospitalId,
    doctorId: lineId,
    entryId: null,
    accountId: null,
    body: { ...(doctor === undefined ? {} : doctorView(doctor, now)), ...body },
  });
}
