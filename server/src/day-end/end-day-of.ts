/**
 * Ends the day of a line besides its entries: the doctor goes Offline, or the counters close [DAY-1].
 */
import { doctorGoes } from '../doctors/presence/doctor-goes.ts';
import { endPlansFor } from '../lines/visits/journey.store.ts';
import { publishLine } from '../lines/line-event.ts';
import type { Queryable } from '../platform/database/database.ts';
import { markDayEnded } from './day-end.store.ts';

interface Ending {
  readonly hospitalId: string;
  /** The id of a doctor or a shared line. */
  readonly lineId: string;
  /** When the day ended, if not now. */
  readonly end?: Date;
  /** Whether the doctor was set present again after that end. */
  readonly isBack?: boolean;
}

/**
 * Ends the day of one line. The caller holds the line's lock; screens are notified of closed counters.
 */
export async function endDayOf(
  tx: Queryable,
  { hospitalId, lineId, end, isBack = false }: Ending,
  now: Date,
): Promise<void> {
  if (!isBack) await doctorGoes(tx, lineId, now);
  const hasClosed = await markDayEnded(tx, lineId, end ?? now);
  // Visits due for this line no longer go on.
  await endPlansFor(tx, lineId, end ?? now);
  if (hasClosed) await publishLine(tx, { hospitalId, lineId }, now);
}
