/** How a change of an entry is told: one event, with the entry as it is right after [INV-5]. */
import type { EntryEventType } from '@baari/contract/constants.ts';
import type { Queryable } from '../platform/database.ts';
import { recordEvent } from '../platform/event-log.store.ts';
import type { EntryRow } from './queue.store.ts';
import { staffEntryView } from './queue.view.ts';

/** Records what happened to an entry; `row` is as the change has left it. */
export function recordEntryEvent(
  tx: Queryable,
  type: EntryEventType,
  row: EntryRow,
  now: Date,
): Promise<void> {
  return recordEvent(tx, {
    type,
    at: now,
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    entryId: row.id,
    accountId: row.account_id,
    body: staffEntryView(row, now),
  });
}
