/**
 * Ends the day of a line without closing its entries: the doctor goes Offline, or the line's
 * counters are closed [DAY-1].
 */
import { doctorGoes } from '../doctors/presence/doctor-goes.ts';
import { endPlansFor } from '../lines/visits/journey.store.ts';
import { publishLine } from '../lines/line-event.ts';
import type { Queryable } from '../platform/database/database.ts';
import { noteDayEnd } from '../platform/events/outgoing-change.store.ts';
import { markDayEnded } from './day-end.store.ts';

interface Ending {
  readonly hospitalId: string;
  /** The id of a doctor or a shared line. */
  readonly lineId: string;
  /** The time at which the day ended; the present time if it is missing. */
  readonly end?: Date;
  /**
   * Whether the doctor was set present again after the day ended. Such a doctor's status is not
   * changed.
   */
  readonly isBack?: boolean;
}

/**
 * Ends the day of one line. The caller holds the line's lock. Staff's screens are notified of
 * closed counters.
 */
export async function endDayOf(
  tx: Queryable,
  { hospitalId, lineId, end, isBack = false }: Ending,
  now: Date,
): Promise<void> {
  if (!isBack) await doctorGoes(tx, lineId, now);
  const hasClosed = await markDayEnded(tx, lineId, end ?? now);
  // A visit whose next step was due in this line ends.
  await endPlansFor(tx, lineId, end ?? now);
  if (hasClosed) await publishLine(tx, { hospitalId, lineId }, now);
  await noteDayEnd(tx, { hospitalId, lineId }, now);
}
