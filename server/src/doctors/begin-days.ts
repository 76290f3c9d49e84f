/**
 * What a day of the hospital begins with: a day off with an announced return, a working day with the
 * status the doctor likes to begin with [DOC-1, DOC-3].
 */
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { lockDoctor } from '../platform/doctor-lock.store.ts';
import { ok } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { listDaysOff } from '../schedule/days-off.store.ts';
import { backAfter, dayBegins, isOff } from '../schedule/schedule.rules.ts';
import { type DoctorRow, findDoctor, listDaysToBegin, markDayBegun } from './doctors.store.ts';
import { workPlanOf } from './doctors.view.ts';
import { findSettings } from './settings.store.ts';
import { setPresence } from './set-presence.ts';

/** Begins the day of everyone whose day has begun; several processes may do it at once. */
export async function beginDays(db: Database, clock: Clock): Promise<void> {
  for (const doctorId of await listDaysToBegin(db, clock.now())) {
    await db.transaction(async (tx) => {
      await lockDoctor(tx, doctorId);
      const now = clock.now();
      const row = await findDoctor(tx, doctorId, now);
      if (row !== undefined && row.day_begun !== dayAt(now, row.time_zone)) {
        await beginDayOf(tx, row, now);
      }
      return ok(undefined);
    });
  }
}

/** The caller holds the doctor's lock. A working day that has not begun yet is left for later. */
export async function beginDayOf(tx: Queryable, row: DoctorRow, now: Date): Promise<void> {
  const today = dayAt(now, row.time_zone);
  const daysOff = await listDaysOff(tx, row.id, today);
  if (isOff(daysOff, today)) {
    const back = backAfter(workPlanOf(row), daysOff, today) ?? null;
    await setPresence(tx, row, { status: 'Offline', breakUntil: back }, now);
    await markDayBegun(tx, row.id, today);
    return;
  }
  const begins = dayBegins(workPlanOf(row), today);
  if (begins === undefined || begins > now) return;
  const { defaultStatus } = await findSettings(tx, row.id);
  if (defaultStatus !== null) {
    await setPresence(tx, row, { status: defaultStatus, breakUntil: null }, now);
  }
  await markDayBegun(tx, row.id, today);
}
