/** Whether two records can be merged, and whether a merge can be undone. Pure [DESK-10]. */
import { mergeUndoDays } from '@baari/contract/patient/merge.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

/**
 * The facts about two patient records for the merge rule: the one to keep and the one to remove.
 */
export interface MergeFacts {
  readonly isSame: boolean;
  readonly keptHasAccount: boolean;
  readonly goneHasAccount: boolean;
  readonly isAdmin: boolean;
  /** Both have an open entry or request, at any hospital. */
  readonly areBothOpen: boolean;
  /** Both have an appointment with the same doctor on the same day. */
  readonly areBothBooked: boolean;
}

/**
 * Allows merging a desk record into another of the same hospital. A record with an account is never
 * merged away, since only its owner may say who they are. Only an administrator merges into one
 * with an account, whose owner can then read the data.
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
  /** The remaining record has been merged into another one since. */
  readonly isMergedFurther: boolean;
}

/** Allows undo to those who may merge, within the time limit; the later of two merges first. */
export function mayUndo(merged: Merged, now: Date): Result<void> {
  if (merged.keptHasAccount && !merged.isAdmin) return refuse('merge_needs_admin');
  if (merged.isUndone || merged.isErased || merged.isMergedFurther) return refuse('merge_over');
  return now < undoUntil(merged.mergedAt) ? ok(undefined) : refuse('merge_over');
}

export function undoUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + mergeUndoDays * dayMs);
}
