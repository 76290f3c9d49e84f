/**
 * Starts a doctor's day. A day off makes the doctor Offline until the day off ends; a working day
 * sets the chosen starting status [DOC-1, DOC-3].
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
 * Starts the day of every doctor whose day is due. Several processes share the doctors. Doctors
 * claimed by a process that died are retried a minute later.
 */
export async function beginDays(db: Database, clock: Clock): Promise<void> {
  for (;;) {
    const { ids, lease } = await takeDue(db, 'day', clock.now(), takenAtOnce);
    for (const id of ids)
      await dueAgain(db, 'day', id, { lease, at: await beginIfDue(db, clock, id) });
    if (ids.length < takenAtOnce) return;
  }
}

/**
 * Starts the doctor's day if it is due. Returns when to check this doctor again; undefined for a
 * deactivated doctor.
 */
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

/**
 * When the doctor's day may begin next: at today's start of work, or at midnight, because tomorrow
 * may be a day off.
 */
export function nextBeginning(plan: WorkPlan, now: Date): Date {
  const today = dayAt(now, plan.zone);
  const begins = workBegins(plan, today);
  if (begins !== undefined && begins > now) return begins;
  return instantFrom(addDays(today, 1), '00:00', plan.zone);
}

/**
 * Begins the doctor's day; the caller holds the doctor's lock. Does nothing before the working
 * hours begin. For a doctor who has left the team, only staff can end the Offline status, because
 * patients would otherwise request an absent doctor [DAY-2].
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
  // An absence with an announced end continues, even if the working hours begin or cross midnight
  // meanwhile.
  const isAway = row.break_until !== null && row.break_until > now;
  if (defaultStatus !== null && !isAway) {
    await setPresence(tx, row, { status: defaultStatus, breakUntil: null }, now);
  }
  await markDayBegun(tx, row.id, today);
}
