import type { Colleague, PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { breakEnd, presenceOf, type StatusUpdate } from './doctor-status.rules.ts';
import { maySetStatus } from '../doctors.access.ts';
import { findDoctor, markDayBegun, writeLeft } from '../doctors.store.ts';
import { colleagueView } from '../doctors.view.ts';
import type { ReassignPatients } from '../leaving/reassign-patients.ts';
import { setPresence } from './set-presence.ts';

export interface StatusWish {
  readonly status: StatusUpdate;
  /**
   * The end of the absence as an ISO 8601 instant. The two fields below give the end in minutes
   * from now or as a time of the hospital's clock.
   */
  readonly breakUntil?: string | undefined;
  readonly breakMinutes?: number | undefined;
  readonly breakClock?: string | undefined;
  /** What happens to the waiting patients if the new status is Offline. */
  readonly patients?: PatientsAnswer | undefined;
  /** Whether an Offline doctor stays Offline when today's working hours begin. */
  readonly isAllDay?: boolean | undefined;
}

/**
 * Sets a doctor's status. It takes the same lock as joining a line, so that nobody joins the line
 * of a doctor who has just left. An unchanged status writes no event [DST-1, API-21].
 */
export async function setDoctorStatus(
  context: StaffContext,
  doctorId: string,
  wish: StatusWish,
  seeing: ReassignPatients,
): Promise<Result<{ doctor: Colleague }>> {
  return context.db.transaction(async (tx) => {
    const answer = wish.status === 'offline' ? wish.patients : undefined;
    const locked = await seeing.lock(tx, context, doctorId, answer);
    const now = context.clock.now();
    const row = await findDoctor(tx, doctorId, now);
    if (row === undefined || row.hospital_id !== context.actor.hospitalId) {
      return refuse('not_found');
    }
    if (!maySetStatus(context.actor, doctorId, wish.status)) return refuse('forbidden');
    if (row.deactivated_at !== null) return refuse('doctor_deactivated');
    if (!locked.ok) return locked;
    const presence = presenceOf(wish.status, breakEnd(wish, row.time_zone, now), now);
    if (!presence.ok) return presence;
    const after = await setPresence(tx, row, presence.value, now);
    await locked.value(now);
    if (wish.status === 'offline' && wish.isAllDay === true) {
      await markDayBegun(tx, doctorId, dayAt(now, row.time_zone));
    }
    if (row.left_at !== null && after.status !== 'Offline') await writeLeft(tx, doctorId, null);
    await recordAudit(tx, context, {
      action: 'change doctor status',
      details: { doctorId, from: row.status, to: after.status },
    });
    return ok({ doctor: colleagueView(after, now) });
  });
}
