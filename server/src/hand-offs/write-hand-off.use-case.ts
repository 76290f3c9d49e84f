/** Writes hand-off notes, alone or with a transfer of the patient [LINE-3]. */
import { undoSendOnSeconds } from '@baari/contract/lines/journey.ts';
import type { HandOff, HandOffGiven } from '@baari/contract/visit/hand-offs.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { maySee } from '../queue/queue.access.ts';
import { publishHandOffs } from './hand-off-event.ts';
import { readHandOffs } from './hand-offs.query.ts';
import {
  findKind,
  findVisited,
  insertNote,
  lockVisited,
  strikeSentSince,
  type VisitedRow,
} from './hand-offs.store.ts';

type Lines = HandOffGiven['lines'];

/**
 * Writes a note for a line of the visit. Refuses: not_found for a line of another hospital,
 * illegal_transition unless the patient waits or is being seen.
 */
export function addHandOff(
  context: StaffContext,
  entryId: string,
  { lineId, lines }: { readonly lineId: string; readonly lines: Lines },
): Promise<Result<{ handOffs: HandOff[] }>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    const row = await lockVisited(tx, entryId);
    if (row === undefined || !maySee(actor, row)) return refuse('not_found');
    const to = await findKind(tx, lineId, actor.hospitalId);
    if (to === undefined) return refuse('not_found');
    if (row.status !== 'waiting' && row.status !== 'in_progress') {
      return refuse('illegal_transition');
    }
    await write(tx, context, row, { fromLineId: row.line_id, to, lines });
    return ok({ handOffs: await readHandOffs(tx, actor, row) });
  });
}

interface Sent {
  /** The entry from which the patient was sent. A waiting patient keeps it. */
  readonly entryId: string;
  readonly fromLineId: string;
  readonly lineId: string;
  readonly lines: Lines;
}

/** Writes the note that goes with a transfer, in the transaction of the transfer. */
export async function addSentHandOff(
  tx: Queryable,
  context: StaffContext,
  { entryId, fromLineId, lineId, lines }: Sent,
): Promise<void> {
  const row = await findVisited(tx, entryId);
  const to = await findKind(tx, lineId, context.actor.hospitalId);
  if (row === undefined || to === undefined) throw new Error('A stop that was just left is gone.');
  await write(tx, context, row, { fromLineId, to, lines });
}

async function write(
  tx: Queryable,
  context: StaffContext,
  row: VisitedRow,
  given: Pick<Parameters<typeof insertNote>[1], 'fromLineId' | 'to' | 'lines'>,
): Promise<void> {
  const { actor, clock } = context;
  const at = clock.now();
  const { hospital_id: hospitalId, id: entryId } = row;
  await insertNote(tx, { ...given, hospitalId, entryId, by: actor.userId, at });
  await publishHandOffs(tx, row, at);
  await recordAudit(tx, context, {
    action: 'write hand-off note',
    patientIds: [row.patient_id],
    entryId,
  });
}

/** Strikes out the notes that went with a transfer, because the transfer is undone. */
export async function strikeSentHandOffs(
  tx: Queryable,
  { actor, clock }: StaffContext,
  { entryId, lineId }: { readonly entryId: string; readonly lineId: string },
): Promise<void> {
  const row = await findVisited(tx, entryId);
  if (row === undefined) return;
  const at = clock.now();
  const since = new Date(at.getTime() - undoSendOnSeconds * 1000);
  const sent = { visitId: row.visit_id, lineId, since };
  if (await strikeSentSince(tx, sent, { by: actor.userId, at })) await publishHandOffs(tx, row, at);
}
