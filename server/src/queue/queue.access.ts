/**
 * Rules on who may read or change a queue entry [ROLE-1…7]. A caller who may not know that the
 * entry exists gets 404.
 */
import { hasRight, type Right } from '@baari/contract/queue/entry-state.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

export interface EntryOwners {
  readonly hospital_id: string;
  readonly line_id: string;
  /** The account to which the patient belongs; null for a patient without an account. */
  readonly account_id: string | null;
}

/**
 * Whether the actor may read an entry. Staff may read their hospital's entries, and patients their
 * own.
 */
export function maySee(actor: Actor, entry: EntryOwners): boolean {
  return isStaff(actor)
    ? actor.hospitalId === entry.hospital_id
    : entry.account_id !== null && actor.userId === entry.account_id;
}

/** Whether the actor has this right on an entry; the contract maps rights to roles. */
export function mayUse(right: Right, actor: Actor, entry: EntryOwners): Result<void> {
  if (!maySee(actor, entry)) return refuse('not_found');
  return hasRight(right, actor, entry.line_id) ? ok(undefined) : refuse('forbidden');
}
