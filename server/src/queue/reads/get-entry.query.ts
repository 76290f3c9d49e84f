/**
 * Reads one queue entry: an entry of the caller, or for staff an entry of their hospital [API-6,
 * API-7].
 */
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import { type Actor, isStaff } from '../../platform/actor.ts';
import { isOfAccount } from '../../people/people.store.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { rowIn } from './line-names.view.ts';
import { maySee } from '../queue.access.ts';
import { type EntryRow, findEntry, findOpenEntryOfPatient } from '../queue.store.ts';
import { entryFor } from '../queue.view.ts';

/** Reads one queue entry. An entry of another patient or another hospital is not found [ROLE-7]. */
export async function getEntry(
  context: Context<Actor>,
  entryId: string,
): Promise<Result<{ queue: StaffEntry | PatientEntry }>> {
  const row = await findEntry(context.db, entryId);
  if (row === undefined || !maySee(context.actor, row)) return refuse('not_found');
  return ok({ queue: await viewFor(context, row, 'read entry') });
}

/**
 * Reads a patient's open entry, or null if the patient has none. Staff see the entry only if it is
 * at their own hospital.
 */
export async function getPatientQueue(
  context: Context<Actor>,
  patientId: string,
): Promise<Result<{ activeQueue: StaffEntry | PatientEntry | null }>> {
  const { db, actor } = context;
  const isOwn = patientId === actor.userId;
  if (!isStaff(actor) && !isOwn && !(await isOfAccount(db, patientId, actor.userId))) {
    return refuse('not_found');
  }
  const row = await findOpenEntryOfPatient(db, patientId);
  if (row === undefined || !maySee(actor, row)) {
    // An empty response is audited too, but without the patient's id, because this hospital may not
    // know the patient.
    if (isStaff(actor)) {
      await recordAudit(db, { ...context, actor }, { action: "read patient's queue" });
    }
    return ok({ activeQueue: null });
  }
  return ok({ activeQueue: await viewFor(context, row, "read patient's queue") });
}

async function viewFor(
  context: Context<Actor>,
  row: EntryRow,
  action: AuditAction,
): Promise<StaffEntry | PatientEntry> {
  const { actor } = context;
  if (isStaff(actor)) {
    await recordAudit(
      context.db,
      { ...context, actor },
      { action, patientIds: [row.patient_id], entryId: row.id, outcome: 'ok' },
    );
  }
  const read = isStaff(actor) ? row : rowIn(row, context.language);
  return entryFor(actor, read, context.clock.now());
}
