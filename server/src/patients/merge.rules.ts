/** Whether two records can be merged, and whether a merge can be undone. Pure [DESK-10]. */
import { mergeUndoDays } from '@baari/contract/patient/merge.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

/**
 * The facts about two patient records that decide whether they can be merged: the record to keep
 * and the record to remove.
 */
export interface MergeFacts {
  readonly isSame: boolean;
  readonly keptHasAccount: boolean;
  readonly goneHasAccount: boolean;
  readonly isAdmin: boolean;
  /** Whether both patients have an open entry or request, at any hospital. */
  readonly areBothOpen: boolean;
  /** Whether both patients have an appointment with the same doctor on the same day. */
  readonly areBothBooked: boolean;
}

/**
 * Allows merging a desk record into another record of the same hospital. A record with an account
 * is never merged away, since only its owner may say who they are. Only an administrator may merge
 * into a record with an account, whose owner can then read the data.
 */
export function mayMerge(facts: MergeFacts): Result<void> {
  if (facts.isSame || facts.goneHasAccount) return refuse('merge_not_possible');
  if (facts.keptHasAccount && !facts.isAdmin) return refuse('merge_needs_admin');
  if (facts.areBothOpen) return refuse('both_in_queue');
  return facts.areBothBooked ? refuse('both_booked') : ok(undefined);
}

export interface Merged {
  readonly mergedAt: Date;
  readonly isUndone: boolean;
  readonly keptHasAccount: boolean;
  readonly isAdmin: boolean;
  /** Whether either record was erased, so that the merged data belong to nobody. */
  readonly isErased: boolean;
  /** Whether the remaining record was since merged into another record. */
  readonly isMergedFurther: boolean;
}

/**
 * Allows an undo to staff who may merge, within the time limit. If the remaining record was merged
 * again, that later merge must be undone first.
 */
export function mayUndo(merged: Merged, now: Date): Result<void> {
  if (merged.keptHasAccount && !merged.isAdmin) return refuse('merge_needs_admin');
  if (merged.isUndone || merged.isErased || merged.isMergedFurther) return refuse('merge_over');
  return now < undoUntil(merged.mergedAt) ? ok(undefined) : refuse('merge_over');
}

export function undoUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + mergeUndoDays * dayMs);
}
