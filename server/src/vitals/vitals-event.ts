/** The live event of vital signs, for the hospital's staff. It names the visit and holds no values. */
import type { PublishedVitals } from '@baari/contract/visit/vitals.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordVisitEvent } from '../queue/visits/visit-event.ts';
import { listSteps } from '../queue/visits/visit-steps.store.ts';
import type { MeasuredRow } from './vitals.store.ts';

/** Records that the vital signs of a visit changed. */
export async function publishVitals(tx: Queryable, row: MeasuredRow, now: Date): Promise<void> {
  const { hospital_id, line_id, visit_id } = row;
  const entryIds = await listSteps(tx, visit_id);
  const vitals: PublishedVitals = { hospitalId: hospital_id, entryIds };
  await recordVisitEvent(
    tx,
    { type: 'vitals_updated', hospital_id, line_id, body: { vitals } },
    now,
  );
}
