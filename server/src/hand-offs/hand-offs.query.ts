/** Reads of hand-off notes [LINE-3]. */
import type { HandOff, OwnHandOff } from '@baari/contract/visit/hand-offs.ts';
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
  listOwn,
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

const ownHours = 12;

/** The caller's notes of the last hours, to correct them and to see what is done. */
export async function listOwnHandOffs(
  context: StaffContext,
): Promise<Result<{ handOffs: OwnHandOff[] }>> {
  const { db, actor, clock } = context;
  const since = new Date(clock.now().getTime() - ownHours * 60 * 60_000);
  const { userId: by, hospitalId } = actor;
  const rows = await listOwn(db, { by, hospitalId, since });
  const lines = await listLines(
    db,
    rows.map(({ id }) => id),
  );
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))];
  await recordAudit(db, context, { action: 'read hand-off notes', patientIds });
  const handOffs = rows.flatMap((row) =>
    handOffViews(actor, row, [row], lines).map((note) => ({
      ...note,
      patientName: row.patient_name,
      hospital: { name: row.hospital_name, timeZone: row.time_zone },
      token: row.token,
      openEntryId: row.open_entry_id,
    })),
  );
  return ok({ handOffs });
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
