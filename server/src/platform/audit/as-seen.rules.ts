/** Optimistic concurrency: refuses a save if the record changed after the form was opened [decision 085]. */
import { changedFields } from './changed-fields.rules.ts';
import { ok, type Result, refuse } from '../result.ts';

/**
 * Refuses with `changed_meanwhile` when a field no longer has the value in `seen`. Without `seen` the save
 * overwrites everything, as pages of the previous release expect.
 */
export function asSeen<Seen extends Readonly<Record<string, unknown>>>(
  seen: Seen | undefined,
  there: { readonly [Name in keyof Seen]: unknown },
): Result<void> {
  if (seen === undefined) return ok(undefined);
  const changed = changedFields(Object.keys(seen), seen, there);
  return changed.length === 0 ? ok(undefined) : refuse('changed_meanwhile');
}
