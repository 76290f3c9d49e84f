/** What ends with a line's day besides its people: the doctor's presence, or its counters [DAY-1]. */
import { doctorGoes } from '../doctors/presence/doctor-goes.ts';
import { endPlansFor } from '../lines/journey.store.ts';
import { tellLine } from '../lines/line-event.ts';
import type { Queryable } from '../platform/database/database.ts';
import { markDayEnded } from './day-end.store.ts';

interface Ending {
  readonly hospitalId: string;
  /** A doctor's id or a shared line's. */
  readonly lineId: string;
  /** When the day was over, where that is not now. */
  readonly end?: Date;
  /** The doctor has said since then that they are here. */
  readonly isBack?: boolean;
}

/** The caller holds the line's lock; screens hear of counters that close. */
export async function endDayOf(
  tx: Queryable,
  { hospitalId, lineId, end, isBack = false }: Ending,
  now: Date,
): Promise<void> {
  if (!isBack) await doctorGoes(tx, lineId, now);
  const hasClosed = await markDayEnded(tx, lineId, end ?? now);
  // Whoever was to go on to this line is not going to any more.
  await endPlansFor(tx, lineId, end ?? now);
  if (hasClosed) await tellLine(tx, { hospitalId, lineId }, now);
}
