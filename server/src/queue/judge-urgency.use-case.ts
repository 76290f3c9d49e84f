import type { Urgency } from '@baari/contract/constants.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Result } from '../platform/result.ts';
import { changeEntry, type EntryAnswer } from './change-entry.ts';
import { mayRunDesk } from './queue.access.ts';
import { judgeUrgency as rule } from './queue.rules.ts';

/** Puts the staff's judgement of the urgency in place of the patient's, told to the patient [INV-12]. */
export function judgeUrgency(
  context: StaffContext,
  entryId: string,
  { urgency, reason }: { readonly urgency: Urgency; readonly reason: string },
  seen?: number,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'change urgency',
    as: 'urgency',
    seen,
    may: mayRunDesk,
    rule: (standing, now) => rule(standing, urgency, reason, now),
  });
}
