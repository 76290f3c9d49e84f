/** The live event of shared links, for the hospital's staff. It names the visit and no secret. */
import type { PublishedSharing } from '@baari/contract/visit/shared-place.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordVisitEvent } from '../queue/visits/visit-event.ts';
import { listSteps } from '../queue/visits/visit-steps.store.ts';
import type { EntryRow } from '../queue/queue.store.ts';

export async function publishSharing(tx: Queryable, entry: EntryRow, now: Date): Promise<void> {
  const { id, visit_id: visitId, hospital_id, line_id } = entry;
  const entryIds = await listSteps(tx, visitId ?? id);
  const sharing: PublishedSharing = { hospitalId: hospital_id, entryIds };
  await recordVisitEvent(
    tx,
    { type: 'sharing_updated', hospital_id, line_id, body: { sharing } },
    now,
  );
}
