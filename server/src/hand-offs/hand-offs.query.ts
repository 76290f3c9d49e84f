/** Reads of hand-off notes [LINE-3]. */
import type { HandOff } from '@baari/contract/visit/hand-offs.ts';
import type { StaffActor } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import {
  findKind,
  findVisited,
  listLines,
  listNotes,
  listWords,
  type VisitedRow,
} from './hand-offs.store.ts';
import { handOffViews } from './hand-offs.view.ts';

/** The notes of the visit to which an entry belongs, as seen from that entry's line. */
export async function readHandOffs(
  db: Queryable,
  actor: StaffActor,
  here: VisitedRow,
): Promise<HandOff[]> {
  const notes = await listNotes(db, here.visit_id);
  const ids = notes.map(({ id }) => id);
  return handOffViews(actor, here, notes, await listLines(db, ids));
}

/** The hand-off notes of a visit. The visit of another hospital is not found. */
export async function listHandOffs(
  context: StaffContext,
  entryId: string,
): Promise<Result<{ handOffs: HandOff[] }>> {
  const { db, actor } = context;
  const row = await findVisited(db, entryId);
  if (row === undefined || !maySee(actor, row)) return refuse('not_found');
  await recordAudit(db, context, {
    action: 'read hand-off notes',
    patientIds: [row.patient_id],
    entryId: row.id,
  });
  return ok({ handOffs: await readHandOffs(db, actor, row) });
}

/** What the hospital asked most recently of lines of the same kind as this one. */
export async function listHandOffWords(
  { db, actor }: StaffContext,
  lineId: string,
): Promise<Result<{ words: string[] }>> {
  const line = await findKind(db, lineId, actor.hospitalId);
  if (line === undefined) return refuse('not_found');
  return ok({ words: await listWords(db, actor.hospitalId, line) });
}
