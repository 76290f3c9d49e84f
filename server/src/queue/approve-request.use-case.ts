import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { approve } from './queue.rules.ts';

/** Puts a pending request at the end of its doctor's line [QST-2, API-8]. */
export function approveRequest(
  context: StaffContext,
  entryId: string,
  notes: string | undefined,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'approve',
    as: 'approve',
    seen,
    may: mayRunDesk,
    rule: (standing, now) => approve(standing, notes, now),
  });
}
