import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { reject } from './queue.rules.ts';

/** Refuses a pending request with a reason the patient reads [QST-3, API-9]. */
export function rejectRequest(
  context: StaffContext,
  entryId: string,
  reason: string,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'reject',
    as: 'reject',
    seen,
    may: mayRunDesk,
    rule: (standing, now) => reject(standing, reason, now),
  });
}
