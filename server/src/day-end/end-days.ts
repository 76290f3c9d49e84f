/**
 * Ends days automatically: at the hospital's set time, or on the next morning for forgotten entries [DAY-1].
 */
import type { Clock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { listToClose } from '../queue/transfer/close-line.store.ts';
import { closeLine } from '../queue/transfer/close-line.ts';
import { endDue, forgottenAt } from './day-end.rules.ts';
import { findDoctorToEnd, listDayEndsDue } from './day-end.store.ts';
import { endDayOf } from './end-day-of.ts';

const lookEveryMs = 30_000;

/** Makes the scheduled task that ends days; it queries the database at most twice a minute. */
export function makeEndDaysTask(db: Database, clock: Clock): () => Promise<void> {
  let nextLook = 0;
  return async () => {
    // Monotonic time, not the hospital's clock: it only limits the database load.
    if (performance.now() < nextLook) return;
    nextLook = performance.now() + lookEveryMs;
    await endDays(db, clock);
  };
}

/**
 * Ends the day of each doctor and shared line whose end of the day is due. Several processes may
 * run it. If a process is killed, the next run completes the work.
 */
export async function endDays(db: Database, clock: Clock): Promise<void> {
  const context: Context<null> = { db, clock, actor: null, address: '' };
  for (const doctorId of await listDayEndsDue(db, clock.now())) {
    let due: Due = noneDue;
    await closeLine(context, doctorId, {
      async choose(tx, now) {
        due = await findDue(tx, doctorId, now);
        return due.over;
      },
      async finish(tx, now) {
        const { hospitalId, end, isBack } = due;
        if (end === undefined || hospitalId === undefined) return;
        await endDayOf(tx, { hospitalId, lineId: doctorId, end, isBack }, now);
      },
      closing: { reason: 'day_ended' },
    });
  }
}

interface Due {
  readonly hospitalId: string | undefined;
  /** The ids of the queue entries to close. */
  readonly over: readonly string[];
  /**
   * The end of the day that the hospital set and that is carried out now; undefined if only
   * forgotten entries are closed.
   */
  readonly end: Date | undefined;
  /** Whether the doctor has been set present since the end of the day. */
  readonly isBack: boolean;
}

const noneDue: Due = { hospitalId: undefined, over: [], end: undefined, isBack: false };

/**
 * Reads which entries to close and whether the day ends, for a doctor or shared line. The result
 * cannot change while the caller holds the line's lock.
 */
async function findDue(tx: Queryable, doctorId: string, now: Date): Promise<Due> {
  const doctor = await findDoctorToEnd(tx, doctorId);
  if (doctor === undefined) return noneDue;
  const { ends_at: endsAt, since, time_zone: zone, interrupted_at: changedAt } = doctor;
  const end = endDue({ endsAt, since, zone }, doctor.day_ended_at, now);
  const lineTouched = doctor.last_call_at?.getTime() ?? 0;
  const over = (await listToClose(tx, doctorId)).filter(({ joined_at, touched_at }) => {
    if (end !== undefined && joined_at <= end) return true;
    const touched = new Date(Math.max(touched_at.getTime(), lineTouched));
    return forgottenAt(touched, zone) <= now;
  });
  const isBack = end !== undefined && changedAt !== null && changedAt > end;
  return { hospitalId: doctor.hospital_id, over: over.map(({ id }) => id), end, isBack };
}
