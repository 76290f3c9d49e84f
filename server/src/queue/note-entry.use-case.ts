import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { annotate } from './queue.rules.ts';

/** Writes the staff's note on a waiting entry [QST-9, API-15]. */
export function noteEntry(
  context: StaffContext,
  entryId: string,
  notes: string,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'add notes',
    as: 'note',
    seen,
    may: mayRunDesk,
    rule: (standing) => annotate(standing, notes),
  });
}
