/**
 * The start of a doctor's day: a day off makes the doctor Offline until it ends, a working day sets
 * the chosen starting status [DOC-1, DOC-3].
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { dueAgain, takeDue } from '../../platform/hospital-sql/doctor-due.store.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok } from '../../platform/result.ts';
import { addDays, dayAt, instantFrom } from '../../schedule/calendar.rules.ts';
import { listDaysOff } from '../../schedule/days-off.store.ts';
import { backAfter, isOff, workBegins, type WorkPlan } from '../../schedule/schedule.rules.ts';
import { type DoctorRow, findDoctor, hasDayToBegin, markDayBegun } from '../doctors.store.ts';
import { workPlanOf } from '../doctors.view.ts';
import { findSettings } from '../settings/settings.store.ts';
import { setPresence } from './set-presence.ts';

const takenAtOnce = 20;

/**
 * Begins all due days. Several processes share them; those claimed by a process that died are
 * retried a minute later.
 */
export async function beginDays(db: Database, clock: Clock): Promise<void> {
  for (;;) {
    const { ids, lease } = await takeDue(db, 'day', clock.now(), takenAtOnce);
    for (const id of ids)
      await dueAgain(db, 'day', id, { lease, at: await beginIfDue(db, clock, id) });
    if (ids.length < takenAtOnce) return;
  }
}

/** Returns when to check again; undefined for a deactivated doctor. */
async function beginIfDue(db: Database, clock: Clock, doctorId: string): Promise<Date | undefined> {
  let next: Date | undefined;
  await db.transaction(async (tx) => {
    await lockLine(tx, doctorId);
    const now = clock.now();
    const row = await findDoctor(tx, doctorId, now);
    if (row === undefined || row.deactivated_at !== null) return ok(undefined);
    const today = dayAt(now, row.time_zone);
    if (row.day_begun !== today && (await hasDayToBegin(tx, doctorId, today))) {
      await beginDayOf(tx, row, now);
    }
    next = nextBeginning(workPlanOf(row), now);
    return ok(undefined);
  });
  return next;
}

/** When a day may begin next: today's work, or tomorrow, which may be a day off. */
export function nextBeginning(plan: WorkPlan, now: Date): Date {
  const today = dayAt(now, plan.zone);
  const begins = workBegins(plan, today);
  if (begins !== undefined && begins > now) return begins;
  return instantFrom(addDays(today, 1), '00:00', plan.zone);
}

/**
 * Begins the doctor's day; the caller holds the doctor's lock. A working day that has not begun is left for later. A
 * doctor whose account left the team is set present only by staff; otherwise patients would request an absent doctor
 * [DAY-2].
 */
export async function beginDayOf(tx: Queryable, row: DoctorRow, now: Date): Promise<void> {
  if (row.left_at !== null && !row.has_account) return;
  const today = dayAt(now, row.time_zone);
  const daysOff = await listDaysOff(tx, row.id, today);
  if (isOff(daysOff, today)) {
    const back = backAfter(workPlanOf(row), daysOff, today) ?? null;
    await setPresence(tx, row, { status: 'Offline', breakUntil: back }, now);
    await markDayBegun(tx, row.id, today);
    return;
  }
  const begins = workBegins(workPlanOf(row), today);
  if (begins === undefined || begins > now) return;
  const { defaultStatus } = await findSettings(tx, row.id);
  // An absence with an announced end does not end because the hours begin or cross midnight.
  const isAway = row.break_until !== null && row.break_until > now;
  if (defaultStatus !== null && !isAway) {
    await setPresence(tx, row, { status: defaultStatus, breakUntil: null }, now);
  }
  await markDayBegun(tx, row.id, today);
}
