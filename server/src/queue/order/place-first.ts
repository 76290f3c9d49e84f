/** Puts a patient who has just joined a line in its first place [INV-12]. */
import type { MoveReason } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result } from '../../platform/result.ts';
import { changeEntryIn } from '../change-entry.ts';

/**
 * Moves the entry to the first place with this reason, with the event and audit row of a move.
 * Returns the entry as it is then. Without a reason, or in the first place, nothing changes. The
 * caller holds the line's lock.
 */
export async function placeFirst(
  tx: Queryable,
  context: StaffContext,
  entry: StaffEntry,
  reason: MoveReason | undefined,
  now: Date,
): Promise<Result<StaffEntry>> {
  if (reason === undefined || entry.position === 1) return ok(entry);
  const wish = { payload: { position: 1, reason } };
  const moved = await changeEntryIn(tx, context, entry.id, { name: 'move', wish }, now);
  return moved.ok ? ok(moved.value.entry) : moved;
}
