/** Whether what a form was opened with is still there when it saves the whole [decision 085]. */
import { changedFields } from './changed-fields.rules.ts';
import { ok, type Result, refuse } from './result.ts';

/**
 * Refuses with `changed_meanwhile` when one of the fields that were `seen` is another by now. Who does not
 * say what was seen saves over all, as a page of the release before does.
 */
export function asSeen<Seen extends Readonly<Record<string, unknown>>>(
  seen: Seen | undefined,
  there: { readonly [Name in keyof Seen]: unknown },
): Result<void> {
  if (seen === undefined) return ok(undefined);
  const changed = changedFields(Object.keys(seen), seen, there);
  return changed.length === 0 ? ok(undefined) : refuse('changed_meanwhile');
}
