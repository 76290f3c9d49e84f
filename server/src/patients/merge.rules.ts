/** Whether two records of one person become one, and whether that is taken back. Pure [DESK-10]. */
import { mergeUndoDays } from '@baari/contract/patient/merge.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

const dayMs = 86_400_000;

/** What is known of both before the one goes into the other. */
export interface MergeFacts {
  readonly isSame: boolean;
  readonly keptHasAccount: boolean;
  readonly goneHasAccount: boolean;
  readonly isAdmin: boolean;
  /** Each has a place or a request in a queue, wherever. */
  readonly areBothOpen: boolean;
  /** Each has an appointment with one doctor on one day. */
  readonly areBothBooked: boolean;
}

/**
 * A record of the desk's own goes into another of the same hospital; never one with an account, whose owner
 * alone says who they are. Into an account's it goes by an administrator: the owner then reads it.
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
  /** Either was erased: what came together is nobody's any more. */
  readonly isErased: boolean;
  /** The record that stayed has gone into another one since. */
  readonly isMergedFurther: boolean;
}

/** Taken back by who may merge, within the days for it; the later of two merges first. */
export function mayUndo(merged: Merged, now: Date): Result<void> {
  if (merged.keptHasAccount && !merged.isAdmin) return refuse('merge_needs_admin');
  if (merged.isUndone || merged.isErased || merged.isMergedFurther) return refuse('merge_over');
  return now < undoUntil(merged.mergedAt) ? ok(undefined) : refuse('merge_over');
}

export function undoUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + mergeUndoDays * dayMs);
}
