/** Optimistic concurrency: refuses a save if the record changed after the form was opened [decision 028]. */
import { changedFields } from './changed-fields.rules.ts';
import { ok, type Result, refuse } from '../result.ts';

/**
 * Refuses with `changed_meanwhile` if a field no longer has the value that the form was opened with
 * (`seen`). Without `seen` the save overwrites every field, as pages of the previous release
 * expect.
 */
export function asSeen<Seen extends Readonly<Record<string, unknown>>>(
  seen: Seen | undefined,
  there: { readonly [Name in keyof Seen]: unknown },
): Result<void> {
  if (seen === undefined) return ok(undefined);
  const changed = changedFields(Object.keys(seen), seen, there);
  return changed.length === 0 ? ok(undefined) : refuse('changed_meanwhile');
}
