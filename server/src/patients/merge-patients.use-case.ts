import type { PatientMerge } from '@baari/contract/patient/merge.ts';
import { lockKnownPatient } from '../appointments/appointments.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { queueUpdate } from '../queue/doctor-queue.store.ts';
import { recordEntryEvent } from '../queue/entry-event.ts';
import { findEntry } from '../queue/queue.store.ts';
import { mayMerge, mayUndo } from './merge.rules.ts';
import {
  findMerge,
  insertMerge,
  listOpenOf,
  lockMerge,
  markUndone,
  moveAllOf,
  moveBack,
  readConflicts,
} from './merge.store.ts';
import { mergedOf, patientMergeView } from './merge.view.ts';
import { lockPatientRows } from './patients.store.ts';

/**
 * Merges a desk record into another record in one transaction, and stores what an undo needs
 * [DESK-10]. Refuses what `mayMerge` refuses, and unknown patients as not_found.
 */
export function mergePatients(
  context: StaffContext,
  keptId: string,
  goneId: string,
): Promise<Result<{ merge: PatientMerge }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const open = await lockLinesOf(tx, goneId);
    await lockPatientRows(tx, [keptId, goneId]);
    const kept = await lockKnownPatient(tx, actor.hospitalId, keptId);
    const gone = await lockKnownPatient(tx, actor.hospitalId, goneId);
    if (kept === undefined || gone === undefined) return refuse('not_found');
    const conflicts = await readConflicts(tx, keptId, goneId);
    const allowed = mayMerge({
      isSame: keptId === goneId,
      keptHasAccount: kept.account_id !== null,
      goneHasAccount: gone.account_id !== null,
      isAdmin: actor.role === 'hospital_admin',
      areBothOpen: conflicts.are_both_open,
      areBothBooked: conflicts.are_both_booked,
    });
    if (!allowed.ok) return allowed;
    if (!(await areStill(tx, goneId, open))) return refuse('entry_changed');
    const moved = await moveAllOf(tx, goneId, keptId);
    if (moved === undefined) return refuse('both_booked');
    const now = clock.now();
    const by = actor.userId;
    const id = await insertMerge(
      tx,
      { hospitalId: actor.hospitalId, keptId, goneId, by, ...moved },
      now,
    );
    await publishOpen(tx, open, now);
    await recordAudit(tx, context, { action: 'merge records', patientIds: [keptId, goneId] });
    return readMerge(tx, context, id);
  });
}

/**
 * Undoes a merge: moves back to the separated record the rows that came from it and still exist
 * [DESK-10].
 */
export function undoMerge(
  context: StaffContext,
  id: string,
): Promise<Result<{ merge: PatientMerge }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const before = await findMerge(tx, id);
    if (before?.hospital_id !== actor.hospitalId) return refuse('not_found');
    const open = await lockLinesOf(tx, before.kept_id);
    await lockPatientRows(tx, [before.kept_id, before.gone_id]);
    const merge = await lockMerge(tx, id);
    if (merge === undefined) return refuse('not_found');
    const now = clock.now();
    const allowed = mayUndo(mergedOf(merge, actor.role === 'hospital_admin'), now);
    if (!allowed.ok) return allowed;
    if (!(await areStill(tx, merge.kept_id, open))) return refuse('entry_changed');
    await moveBack(tx, merge);
    await markUndone(tx, id, actor.userId, now);
    await publishOpen(
      tx,
      open.filter((entry) => merge.entry_ids.includes(entry.id)),
      now,
    );
    await recordAudit(tx, context, {
      action: 'take a merge back',
      patientIds: [merge.kept_id, merge.gone_id],
    });
    return readMerge(tx, context, id);
  });
}

type Open = Awaited<ReturnType<typeof listOpenOf>>;

/** Locks the lines in which the patient has an entry, before any other row. Returns the entries. */
async function lockLinesOf(tx: Queryable, patientId: string): Promise<Open> {
  const open = await listOpenOf(tx, patientId);
  const lineIds = new Set(open.map(({ line_id }) => line_id));
  for (const lineId of [...lineIds].toSorted()) await lockLine(tx, lineId);
  return open;
}

/** Whether the patient's open entries are still the same as before the lines were locked. */
async function areStill(tx: Queryable, patientId: string, open: Open): Promise<boolean> {
  const now = await listOpenOf(tx, patientId);
  return now.map(keyOf).join(' ') === open.map(keyOf).join(' ');
}

function keyOf({ id, line_id }: Open[number]): string {
  return `${id} ${line_id}`;
}

/** Sends the changed entry to the screens of its line and to its patient. */
async function publishOpen(tx: Queryable, open: Open, now: Date): Promise<void> {
  for (const { id } of open) {
    const entry = await findEntry(tx, id);
    if (entry === undefined) throw new Error('An entry that was just moved is not there.');
    const version = entry.queue_version + 1;
    await recordEntryEvent(tx, 'queue_updated', { ...entry, queue_version: version }, now, {
      action: null,
      along: [queueUpdate(entry.line_id, { version, isReordered: false })],
    });
  }
}

async function readMerge(
  tx: Queryable,
  { actor, clock }: StaffContext,
  id: string,
): Promise<Result<{ merge: PatientMerge }>> {
  const row = await findMerge(tx, id);
  if (row === undefined) throw new Error('The merge just written cannot be read.');
  return ok({ merge: patientMergeView(row, actor.role === 'hospital_admin', clock.now()) });
}
