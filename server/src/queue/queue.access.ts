/** Rights on an entry [ROLE-1…7]. If the caller may not know that it exists: 404. */
import { hasRight, type Right } from '@baari/contract/queue/entry-state.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

export interface EntryOwners {
  readonly hospital_id: string;
  readonly doctor_id: string;
  /** The account of the patient; null for a patient without one. */
  readonly account_id: string | null;
}

/** Staff see their hospital's entries, a patient their own. */
export function maySee(actor: Actor, entry: EntryOwners): boolean {
  return isStaff(actor)
    ? actor.hospitalId === entry.hospital_id
    : entry.account_id !== null && actor.userId === entry.account_id;
}

/** Whether the actor has this right on an entry; the contract maps rights to roles. */
export function mayUse(right: Right, actor: Actor, entry: EntryOwners): Result<void> {
  if (!maySee(actor, entry)) return refuse('not_found');
  return hasRight(right, actor, entry.doctor_id) ? ok(undefined) : refuse('forbidden');
}
