/** The live event of a follow-up, for the hospital's staff. It names the entry and no date. */
import type { PublishedFollowUp } from '@baari/contract/visit/follow-up.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordVisitEvent } from '../queue/visits/visit-event.ts';
import type { VisitRow } from './follow-ups.store.ts';

export async function publishFollowUp(tx: Queryable, row: VisitRow, now: Date): Promise<void> {
  const { id: entryId, hospital_id, line_id } = row;
  const followUp: PublishedFollowUp = { hospitalId: hospital_id, entryId };
  await recordVisitEvent(
    tx,
    { type: 'follow_up_updated', hospital_id, line_id, body: { followUp } },
    now,
  );
}
