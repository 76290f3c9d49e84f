import { endBreakOf } from '../doctors/end-breaks.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayConsult } from './queue.access.ts';
import { start } from './queue.rules.ts';

/**
 * Calls the first in line in; two at once have one winner. A break is over with it
 * [QST-4, API-4, INV-3, DOC-2].
 */
export function startConsultation(
  context: StaffContext,
  entryId: string,
  notes?: string,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'start',
    as: 'start',
    seen,
    may: mayConsult,
    rule: (standing, now) => start(standing, notes, now),
    afterwards: (tx, entry, now) => endBreakOf(tx, entry.doctor_id, now),
  });
}
