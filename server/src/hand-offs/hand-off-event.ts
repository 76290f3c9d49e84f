/** The live event of hand-off notes, for the hospital's staff. It names the visit and no lines. */
import type { PublishedHandOffs } from '@baari/contract/visit/hand-offs.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordVisitEvent } from '../queue/visits/visit-event.ts';
import { listSteps } from '../queue/visits/visit-steps.store.ts';
import type { VisitedRow } from './hand-offs.store.ts';

export async function publishHandOffs(
  tx: Queryable,
  row: Pick<VisitedRow, 'hospital_id' | 'visit_id' | 'line_id'>,
  now: Date,
): Promise<void> {
  const { hospital_id, line_id, visit_id } = row;
  const entryIds = await listSteps(tx, visit_id);
  const handOffs: PublishedHandOffs = { hospitalId: hospital_id, entryIds };
  await recordVisitEvent(
    tx,
    { type: 'hand_offs_updated', hospital_id, line_id, body: { handOffs } },
    now,
  );
}
