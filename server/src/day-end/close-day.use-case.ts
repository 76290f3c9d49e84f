/** Ends the hospital's day by hand, and sets the time at which it ends automatically [DAY-1]. */
import type { DayEnd } from '@baari/contract/hospital/day-end.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { closedAtOnce, closeEntries } from '../queue/transfer/close-line.ts';
import { listToClose } from '../queue/transfer/close-line.store.ts';
import {
  type DayBefore,
  extendClosing,
  findLatestClosing,
  insertClosing,
  plansThatEnded,
  readDayBefore,
} from './day-closing.store.ts';
import { readDay } from './day-end.query.ts';
import { needsCount, undoEndsAt } from './day-end.rules.ts';
import { listDoctorsToEnd, readDayEnd, writeDayEnd } from './day-end.store.ts';
import { endDayOf } from './end-day-of.ts';

/**
 * The values that the desk sends to close the day: what the desk saw, and its message to the
 * patients.
 */
interface DayClosing {
  /** The time at which the desk read the list, ISO 8601. Requests made later are not closed. */
  readonly asOf: string;
  readonly word?: string | undefined;
  /** The number of queue entries to be closed, as the receptionist typed it. */
  readonly patients?: number | undefined;
}

/**
 * Closes the requests and waiting entries that the desk saw, one batch per call, until all are
 * closed. Sets each doctor Offline once no entry of that doctor is left. Patients who are with a
 * doctor are not affected. The changes are stored, so that they can be undone. While the hospital
 * is open, the call is refused unless a receptionist has typed the number of entries to close.
 */
export function closeDay(
  context: MemberContext,
  { asOf, word, patients }: DayClosing,
): Promise<Result<{ closed: number; left: number; dayEnd: DayEnd }>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  const until = new Date(asOf);
  return db.transaction(async (tx) => {
    const lines = await listDoctorsToEnd(tx, hospitalId);
    for (const lineId of lines) await lockLine(tx, lineId);
    const now = clock.now();
    const over = new Map<string, string[]>();
    for (const lineId of lines) {
      const open = await listToClose(tx, lineId);
      over.set(
        lineId,
        open.filter(({ joined_at }) => joined_at <= until).map(({ id }) => id),
      );
    }
    const count = [...over.values()].reduce((sum, ids) => sum + ids.length, 0);
    const { hours, time_zone: zone } = await readDayEnd(tx, hospitalId);
    const { isOpen } = openingAt(hours, zone, now);
    if (needsCount(actor.role, { isOpen, open: count }) && patients !== count) {
      return refuse('day_close_unconfirmed');
    }
    const before = await readDayBefore(tx, lines);
    const closed: string[] = [];
    for (const [lineId, ids] of over) {
      const some = ids.slice(0, closedAtOnce - closed.length);
      await closeEntries(tx, context, some, { reason: 'day_ended', word }, now);
      closed.push(...some);
      if (some.length < ids.length) continue;
      await endDayOf(tx, { hospitalId, lineId }, now);
    }
    const left = count - closed.length;
    await keepClosing(tx, context, { before, lines, closed, isWhole: left === 0 }, now);
    await recordAudit(tx, context, { action: 'close the day' });
    return ok({ closed: closed.length, left, dayEnd: await readDay({ db: tx, actor, clock }) });
  });
}

interface Part {
  readonly before: DayBefore;
  readonly lines: readonly string[];
  readonly closed: readonly string[];
  readonly isWhole: boolean;
}

/**
 * Stores the changes of this batch, so that they can be undone. A batch without changes is not
 * stored.
 */
async function keepClosing(
  tx: Queryable,
  { actor }: MemberContext,
  { before, lines, closed, isWhole }: Part,
  now: Date,
): Promise<void> {
  const after = await readDayBefore(tx, lines);
  const doctors = before.doctors.filter(({ id }) => after.doctors.every((each) => each.id !== id));
  const points = before.points.filter(({ id, state }) =>
    after.points.every((each) => each.id !== id || each.state !== state),
  );
  const plans = await plansThatEnded(tx, before.plans);
  if (closed.length + doctors.length + points.length + plans.length === 0) return;
  const part = {
    hospitalId: actor.hospitalId,
    by: actor.userId,
    entryIds: closed,
    isWhole,
    doctors,
    points,
    plans,
  };
  const latest = await findLatestClosing(tx, actor.hospitalId);
  const goesOn =
    latest !== undefined &&
    !latest.is_whole &&
    latest.undone_at === null &&
    undoEndsAt(latest.last_part_at) >= now;
  if (goesOn) await extendClosing(tx, latest.id, part, now);
  else await insertClosing(tx, part, now);
}

/**
 * Sets the time at which the hospital's day ends automatically. A time that has already passed
 * today takes effect tomorrow.
 */
export async function setDayEnd(
  context: MemberContext,
  endsAt: string | null,
): Promise<Result<{ dayEnd: DayEnd }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const before = await readDayEnd(tx, actor.hospitalId);
    await writeDayEnd(tx, actor.hospitalId, endsAt, clock.now());
    await recordAudit(tx, context, {
      action: 'change the end of the day',
      details: { from: before.ends_at ?? 'off', to: endsAt ?? 'off' },
    });
    return ok({ dayEnd: await readDay({ ...context, db: tx }) });
  });
}
