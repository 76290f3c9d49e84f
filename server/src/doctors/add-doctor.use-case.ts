import type { Colleague, NewDoctor } from '@baari/contract/doctor/doctor.ts';
import { addDepartment } from '../hospitals/hospitals.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { findDoctor, insertDoctor } from './doctors.store.ts';
import { colleagueView } from './doctors.view.ts';

/**
 * Mails a new doctor an invitation in the transaction that adds the doctor; may refuse [ROLE-8].
 */
export type InviteDoctor = (
  tx: Queryable,
  doctorId: string,
  sender: string,
  now: Date,
) => Promise<Result<unknown>>;

/**
 * Adds a doctor to the caller's hospital; refuses an email that another doctor of this hospital
 * uses [VAL-3, API-20].
 */
export async function addDoctor(
  context: MemberContext,
  newDoctor: NewDoctor,
  invite: InviteDoctor,
): Promise<Result<{ doctor: Colleague }>> {
  const { hospitalId } = context.actor;
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await lockMembership(tx, context.actor))) return refuse('forbidden');
    const id = await insertDoctor(tx, hospitalId, newDoctor, now);
    if (id === undefined) return refuse('doctor_exists');
    if (!(await addDepartment(tx, hospitalId, newDoctor.department, now))) {
      return refuse('too_many_departments');
    }
    const row = await findDoctor(tx, id, now);
    if (row === undefined) throw new Error('The doctor just written cannot be read.');
    await recordDoctorEvent(tx, row, now);
    const invited = await invite(tx, id, context.actor.userId, now);
    if (!invited.ok) return invited;
    await recordAudit(tx, context, { action: 'add doctor', details: { doctorId: id } });
    return ok({ doctor: colleagueView(row, now) });
  });
}
