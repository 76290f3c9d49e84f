import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayMarkNoShow } from './queue.access.ts';
import { hold } from './queue.rules.ts';

/**
 * Called and not there: the patient keeps the right to go next. The first in line, the one inside
 * or, as another call, whoever is on hold already [waits: 20–30 % are absent at the first call].
 */
export function holdEntry(
  context: StaffContext,
  entryId: string,
  seen: number | undefined,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'hold',
    as: 'hold',
    seen,
    may: mayMarkNoShow,
    rule: hold,
  });
}
