import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { remove } from './queue.rules.ts';

/** Takes a waiting patient off the queue, marked as removed by staff [QST-8, API-13]. */
export function removeEntry(
  context: StaffContext,
  entryId: string,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'remove',
    as: 'remove',
    seen,
    may: mayRunDesk,
    rule: remove,
  });
}
