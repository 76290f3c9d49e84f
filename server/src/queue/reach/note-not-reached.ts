/** Notes at a patient's place that no message reached the patient, so that the desk telephones. */
import type { Queryable } from '../../platform/database/database.ts';
import { lockLineOf } from '../../platform/hospital-sql/line-lock.store.ts';
import { queueUpdate } from '../doctor-queue.store.ts';
import { recordEntryEvent } from '../entry-event.ts';
import { findEntry, notReachedUpdate } from '../queue.store.ts';

/**
 * Sets or removes the note, with its event. `isMissed` is asked under the line's lock, so that of
 * two messages that fail at once the later one sees both. A place that is gone is left alone.
 */
export async function noteNotReached(
  tx: Queryable,
  entryId: string,
  isMissed: () => Promise<boolean>,
  now: Date,
): Promise<void> {
  await lockLineOf(tx, entryId);
  const entry = await findEntry(tx, entryId);
  if (entry === undefined) return;
  const at = (await isMissed()) ? (entry.not_reached_at ?? now) : null;
  if (at === entry.not_reached_at) return;
  const version = entry.queue_version + 1;
  const changed = { ...entry, not_reached_at: at, queue_version: version };
  await recordEntryEvent(tx, 'queue_updated', changed, now, {
    action: null,
    along: [
      notReachedUpdate(entryId, at),
      queueUpdate(entry.line_id, { version, isReordered: false }),
    ],
  });
}
