import type { DoctorStatus, doctorStatusUpdates } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { maySetStatus } from './doctors.access.ts';
import { findDoctor, updateDoctorStatus } from './doctors.store.ts';
import { colleagueView } from './doctors.view.ts';

const statusOf: Record<(typeof doctorStatusUpdates)[number], DoctorStatus> = {
  available: 'Available',
  busy: 'Busy',
  offline: 'Offline',
};

/**
 * Sets a doctor's status, under the lock that joining takes, so that nobody joins a doctor who has
 * just gone. Setting the status it already has changes nothing and writes no event [DST-1, API-21].
 */
export async function setDoctorStatus(
  context: StaffContext,
  doctorId: string,
  update: keyof typeof statusOf,
): Promise<Result<{ doctor: Colleague }>> {
  return context.db.transaction(async (tx) => {
    await lockDoctor(tx, doctorId);
    const now = context.clock.now();
    const row = await findDoctor(tx, doctorId, now);
    if (row === undefined || row.hospital_id !== context.actor.hospitalId) {
      return refuse('not_found');
    }
    if (!maySetStatus(context.actor, doctorId)) return refuse('forbidden');
    const status = statusOf[update];
    if (status === row.status) return ok({ doctor: colleagueView(row, now) });
    await updateDoctorStatus(tx, doctorId, status);
    const after = { ...row, status };
    await recordDoctorEvent(tx, after, now);
    return ok({ doctor: colleagueView(after, now) });
  });
}
