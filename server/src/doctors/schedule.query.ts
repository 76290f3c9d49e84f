/** Public queries on a doctor's schedule [DOC-1]. */
import type { Schedule } from '@baari/contract/hospital/schedule.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { listDaysOff } from '../schedule/days-off.store.ts';
import { type DoctorRow, findDoctor } from './doctors.store.ts';
import { scheduleView } from './doctors.view.ts';

/** The schedule of a doctor; only practising doctors are found. */
export async function getSchedule(
  { db, clock }: Context,
  doctorId: string,
): Promise<Result<{ schedule: Schedule }>> {
  const now = clock.now();
  const row = await findDoctor(db, doctorId, now);
  if (row === undefined || row.deactivated_at !== null) return refuse('not_found');
  return ok({ schedule: await readSchedule(db, row, now) });
}

export async function readSchedule(db: Queryable, row: DoctorRow, now: Date): Promise<Schedule> {
  const today = dayAt(now, row.time_zone);
  return scheduleView(row, await listDaysOff(db, row.id, today), today);
}
