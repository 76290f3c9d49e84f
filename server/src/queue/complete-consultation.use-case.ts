import { takeDueBreak } from '../doctors/auto-break.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayConsult } from './queue.access.ts';
import { complete } from './queue.rules.ts';

/**
 * Ends the running consultation and learns the doctor's pace from it; a break may be due
 * [QST-5, API-5, QST-12, DOC-3].
 */
export function completeConsultation(
  context: StaffContext,
  entryId: string,
  notes: string | undefined,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'complete',
    as: 'complete',
    seen,
    may: mayConsult,
    rule: (standing, now) => complete(standing, notes, now),
    afterwards: (tx, entry, now) => takeDueBreak(tx, entry.doctor_id, now),
  });
}
