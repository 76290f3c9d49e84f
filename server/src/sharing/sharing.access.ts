import { type Actor, isStaff } from '../platform/actor.ts';
import type { Result } from '../platform/result.ts';
import { type EntryOwners, mayUse } from '../queue/queue.access.ts';

/**
 * Whether the actor may share the place of an entry: its patient's account, or staff with the right
 * to act on the entry.
 */
export function mayShare(actor: Actor, entry: EntryOwners): Result<void> {
  return mayUse(isStaff(actor) ? 'desk' : 'patient', actor, entry);
}
