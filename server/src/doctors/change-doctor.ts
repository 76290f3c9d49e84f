/** The one way staff change a doctor: lock → read → whose is it → who may → write, with event and audit. */
import type { AuditAction, AuditDetails } from '@baari/contract/account/audit.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffActor } from '../platform/actor.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockDoctor } from '../platform/hospital-sql/doctor-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { recordDoctorEvent } from './doctor-event.ts';
import { mayPlan } from './doctors.access.ts';
import { type DoctorRow, findDoctor } from './doctors.store.ts';

export interface DoctorChange {
  /** Who may, of the hospital's staff; that doctor and administrators unless told. */
  readonly may?: (actor: StaffActor, doctorId: string) => boolean;
  /** How the audit trail calls it. */
  readonly action: AuditAction;
  /** Refuses, or writes and says what of it goes on record; the row is as it was before. */
  readonly write: (tx: Queryable, row: DoctorRow, now: Date) => Promise<Result<AuditDetails>>;
  /** Takes more locks than the doctor's own, and may refuse; answers what `write` then does first. */
  readonly lock?: (tx: Queryable) => Promise<Result<(now: Date) => Promise<void>>>;
}

/**
 * Carries out what a doctor may do to their own record and an administrator to each; answers with what
 * `answer` reads of the doctor afterwards. Another hospital's doctors do not exist.
 */
export async function changeDoctor<T>(
  context: StaffContext,
  doctorId: string,
  change: DoctorChange,
  answer: (tx: Queryable, row: DoctorRow, now: Date) => Promise<T>,
): Promise<Result<T>> {
  return context.db.transaction(async (tx) => {
    const locked = change.lock && (await change.lock(tx));
    await lockDoctor(tx, doctorId);
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
