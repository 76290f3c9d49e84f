/**
 * The only way in which staff change a doctor: lock → read → check ownership → check rights → write
 * the change, an event and an audit row.
 */
import type { AuditAction, AuditDetails } from '@baari/contract/account/audit.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffActor } from '../platform/actor.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { mayPlan } from './doctors.access.ts';
import { type DoctorRow, findDoctor } from './doctors.store.ts';

/**
 * Runs a change of a doctor's working hours. Appointment times that the change adds are held for
 * patients who requested an earlier time. The caller has the doctor's lock.
 */
export type HoldNewTimes = <Written>(
  tx: Queryable,
  doctorId: string,
  now: Date,
  change: () => Promise<Written>,
) => Promise<Written>;

export interface DoctorChange {
  /**
   * Which of the hospital's staff may make the change; by default that doctor and administrators.
   */
  readonly may?: (actor: StaffActor, doctorId: string) => boolean;
  /** The action's name in the audit trail. */
  readonly action: AuditAction;
  /**
   * Writes the change and returns the audit details, or refuses; `row` is the doctor before the
   * change.
   */
  readonly write: (tx: Queryable, row: DoctorRow, now: Date) => Promise<Result<AuditDetails>>;
  /** Takes further locks and may refuse; returns a function that runs before `write`. */
  readonly lock?: (tx: Queryable) => Promise<Result<(now: Date) => Promise<void>>>;
}

/**
 * Changes a doctor on behalf of that doctor or an administrator, and returns what `answer` reads
 * afterwards. Another hospital's doctors are not found.
 */
export async function changeDoctor<T>(
  context: StaffContext,
  doctorId: string,
  change: DoctorChange,
  answer: (tx: Queryable, row: DoctorRow, now: Date) => Promise<T>,
): Promise<Result<T>> {
  return context.db.transaction(async (tx) => {
    const locked = change.lock && (await change.lock(tx));
    await lockLine(tx, doctorId);
    const now = context.clock.now();
    const row = await findDoctor(tx, doctorId, now);
    if (row === undefined || row.hospital_id !== context.actor.hospitalId) {
      return refuse('not_found');
    }
    const may = change.may ?? mayPlan;
    if (!may(context.actor, doctorId)) return refuse('forbidden');
    if (locked?.ok === false) return locked;
    if (locked?.ok) await locked.value(now);
    const written = await change.write(tx, row, now);
    if (!written.ok) return written;
    const after = await findDoctor(tx, doctorId, now);
    if (after === undefined) throw new Error('The doctor just written cannot be read.');
    await recordDoctorEvent(tx, after, now);
    await recordAudit(tx, context, {
      action: change.action,
      details: { doctorId, ...written.value },
    });
    return ok(await answer(tx, after, now));
  });
}
