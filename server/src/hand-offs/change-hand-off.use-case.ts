/** Corrects and strikes out hand-off notes, and ticks their lines off [LINE-3]. */
import type { HandOff, HandOffGiven } from '@baari/contract/visit/hand-offs.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { mayCorrect, mayStrike } from './hand-off.rules.ts';
import { publishHandOffs } from './hand-off-event.ts';
import { readHandOffs } from './hand-offs.query.ts';
import {
  findNoteOfLine,
  findVisited,
  insertNote,
  lockNote,
  type NoteRow,
  type VisitedRow,
  writeStruck,
  writeTaken,
} from './hand-offs.store.ts';

type Notes = Result<{ handOffs: HandOff[] }>;

/**
 * Replaces an own note: the old one is struck out. Refuses: forbidden for another's note,
 * hand_off_called after the next stop has called, hand_off_struck.
 */
export function correctHandOff(
  context: StaffContext,
  id: string,
  { lines }: HandOffGiven,
): Promise<Notes> {
  return change(context, id, 'correct hand-off note', async (tx, note, row) => {
    const allowed = mayCorrect(context.actor, note);
    if (!allowed.ok) return allowed;
    const written = { by: context.actor.userId, at: context.clock.now() };
    await writeStruck(tx, id, written);
    await insertNote(tx, {
      ...written,
      hospitalId: row.hospital_id,
      entryId: row.id,
      fromLineId: note.from_line_id,
      to: note,
      lines,
    });
    return ok({ isChanged: true });
  });
}

/** Strikes out a note, which stays visible to staff. If it is struck out already, nothing changes. */
export function strikeHandOff(context: StaffContext, id: string): Promise<Notes> {
  return change(context, id, 'strike out hand-off note', async (tx, note) => {
    if (!mayStrike(context.actor, note)) return refuse('forbidden');
    const struck = { by: context.actor.userId, at: context.clock.now() };
    return ok({ isChanged: await writeStruck(tx, id, struck) });
  });
}

/**
 * Ticks a line off, or undoes the tick. If it is ticked off already, the first name and time stay.
 * Refuses: hand_off_struck.
 */
export async function takeHandOffLine(
  context: StaffContext,
  lineId: string,
  isTaken: boolean,
): Promise<Notes> {
  const id = await findNoteOfLine(context.db, lineId);
  if (id === undefined) return refuse('not_found');
  return change(context, id, 'tick hand-off note', async (tx, note) => {
    if (note.struck_at !== null) return refuse('hand_off_struck');
    const taken = isTaken ? { by: context.actor.userId, at: context.clock.now() } : null;
    return ok({ isChanged: await writeTaken(tx, lineId, taken) });
  });
}

/** Changes one note in a transaction, with its event and its audit row. */
function change(
  context: StaffContext,
  id: string,
  action: AuditAction,
  make: (
    tx: Queryable,
    note: NoteRow,
    row: VisitedRow,
  ) => Promise<Result<{ readonly isChanged: boolean }>>,
): Promise<Notes> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const note = await lockNote(tx, id);
    const row = note && (await findVisited(tx, note.entry_id));
    if (note === undefined || row === undefined || !maySee(actor, row)) return refuse('not_found');
    const made = await make(tx, note, row);
    if (!made.ok) return made;
    if (made.value.isChanged) await publishHandOffs(tx, row, clock.now());
    await recordAudit(tx, context, { action, patientIds: [row.patient_id], entryId: row.id });
    return ok({ handOffs: await readHandOffs(tx, actor, row) });
  });
}
