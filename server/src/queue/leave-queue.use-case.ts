import type { PatientContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { maySee } from './queue.access.ts';
import { leave } from './queue.rules.ts';

/** Gives up the own request or place [QST-7, API-2]. */
export function leaveQueue(context: PatientContext, entryId: string): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, { name: 'remove', as: 'leave', may: maySee, rule: leave });
}
