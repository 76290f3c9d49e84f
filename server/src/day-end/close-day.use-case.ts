/** The end of the day by hand, and when it comes by itself [DAY-1]. */
import type { DayEnd } from '@baari/contract/day-end.ts';
import { holdStanding } from '../identity/staff-standing.store.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { closedAtOnce, closeEntries } from '../queue/close-line.ts';
import { listToClose } from '../queue/close-line.store.ts';
import { readDay } from './day-end.query.ts';
import { listDoctorsToEnd, readDayEnd, writeDayEnd } from './day-end.store.ts';
import { endDayOf } from './end-day-of.ts';

/** What the desk looked at, and says to the patients. */
interface DayClosing {
  /** ISO 8601: what was asked for later stays. */
  readonly asOf: string;
  readonly word?: string | undefined;
}

/**
 * Closes the requests and places that the desk has looked at, so many at once, and sets the doctors Offline
 * for whom none is left: whoever asks again until nothing is left has closed all. Nobody inside is touched.
 */
export function closeDay(
  context: StaffContext,
  { asOf, word }: DayClosing,
): Promise<Result<{ closed: number; left: number; dayEnd: DayEnd }>> {
  const { db, actor, clock } = context;
  const until = new Date(asOf);
  return db.transaction(async (tx) => {
    const doctors = await listDoctorsToEnd(tx, actor.hospitalId);
    for (const doctorId of doctors) await lockDoctor(tx, doctorId);
    const now = clock.now();
    let closed = 0;
    let left = 0;
    for (const doctorId of doctors) {
      const open = await listToClose(tx, doctorId);
      const over = open.filter(({ joined_at }) => joined_at <= until);
      const some = over.slice(0, closedAtOnce - closed).map(({ id }) => id);
      await closeEntries(tx, context, some, { reason: 'day_ended', word }, now);
      closed += some.length;
      left += over.length - some.length;
      if (some.length < over.length) continue;
      await endDayOf(tx, { hospitalId: actor.hospitalId, lineId: doctorId }, now);
    }
    await recordAudit(tx, context, { action: 'close the day' });
    return ok({ closed, left, dayEnd: await readDay({ db: tx, actor, clock }) });
  });
}

/** An end that would have been earlier today is not made up for. */
export async function setDayEnd(
  context: StaffContext,
  endsAt: string | null,
): Promise<Result<{ dayEnd: DayEnd }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await holdStanding(tx, actor))) return refuse('forbidden');
    const before = await readDayEnd(tx, actor.hospitalId);
    await writeDayEnd(tx, actor.hospitalId, endsAt, clock.now());
    await recordAudit(tx, context, {
      action: 'change the end of the day',
      details: { from: before.ends_at ?? 'off', to: endsAt ?? 'off' },
    });
    return ok({ dayEnd: await readDay({ ...context, db: tx }) });
  });
}
