import type { MoveEffect } from '@baari/contract/queue/queue.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { readLine, entryStateOf } from '../change-entry.ts';
import { effectOfMove } from './line.rules.ts';
import { maySee } from '../queue.access.ts';
import { mayBecome } from '../queue.rules.ts';
import { findEntryInLine } from '../queue.store.ts';

/**
 * Computes the effect of moving a patient before the move is made. It returns only figures, no
 * patient data [INV-12].
 */
export async function getMoveEffect(
  { db, actor, clock }: StaffContext,
  entryId: string,
  position: number,
): Promise<Result<{ effect: MoveEffect }>> {
  const entry = await findEntryInLine(db, entryId);
  if (entry === undefined || !maySee(actor, entry)) return refuse('not_found');
  const now = clock.now();
  const allowed = mayBecome('move', entryStateOf(entry, now));
  if (!allowed.ok) return allowed;
  const line = await readLine(db, entry, now);
  const { place: _asked, ...effect } = effectOfMove(line, entryId, position, now);
  return ok({ effect });
}
