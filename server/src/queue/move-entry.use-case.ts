import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { moveDown, moveUp } from './queue.rules.ts';

/** Swaps a waiting entry with the one in front of it [QST-9, API-14]. */
export function moveEntryUp(context: StaffContext, entryId: string): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, { name: 'move up', may: mayRunDesk, rule: moveUp });
}

/** Swaps a waiting entry with the one behind it [QST-9, API-14]. */
export function moveEntryDown(
  context: StaffContext,
  entryId: string,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, { name: 'move down', may: mayRunDesk, rule: moveDown });
}
