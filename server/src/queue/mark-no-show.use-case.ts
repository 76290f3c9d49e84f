import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayMarkNoShow } from './queue.access.ts';
import { markNoShow as noShow } from './queue.rules.ts';

/** Ends an entry whose patient is not there, waiting or just called [QST-6]. */
export function markNoShow(
  context: StaffContext,
  entryId: string,
  notes: string | undefined,
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'no show',
    as: 'no_show',
    seen,
    may: mayMarkNoShow,
    rule: (standing, now) => noShow(standing, notes, now),
  });
}
