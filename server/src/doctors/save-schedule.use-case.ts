import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  saveSchedule as saveScheduleCall,
  Schedule,
} from '@baari/contract/hospital/schedule.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import {
  deleteDaysOff,
  findDoctorOfDaysOff,
  insertDaysOff,
  listDaysOff,
} from '../schedule/days-off.store.ts';
import { type DayRange, isOff, mayTakeOff } from '../schedule/schedule.rules.ts';
import { changeDoctor, type DoctorChange, type HoldNewTimes } from './change-doctor.ts';
import { beginDayOf } from './presence/begin-days.ts';
import { here } from './presence/doctor-status.rules.ts';
import { forgetDayBegun, updateWeek } from './doctors.store.ts';
import { readSchedule } from './schedule.query.ts';
import { setPresence } from './presence/set-presence.ts';

type Reply = Promise<Result<{ schedule: Schedule }>>;

/** Changes a doctor's schedule; refuses for a deactivated doctor, who has no days to plan. */
function change(
  context: StaffContext,
  doctorId: string,
  action: AuditAction,
  write: (...given: Parameters<DoctorChange['write']>) => Promise<Result<void>>,
): Reply {
  return changeDoctor(
    context,
    doctorId,
    {
      action,
      async write(tx, row, now) {
        if (row.deactivated_at !== null) return refuse('doctor_deactivated');
        const written = await write(tx, row, now);
        return written.ok ? ok({}) : written;
      },
    },
    async (tx, row, now) => ({ schedule: await readSchedule(tx, row, now) }),
  );
}

/**
 * Stores the doctor's own weekly hours, or makes the hospital's hours apply to the doctor again
 * [DOC-1]. Refuses: changed_meanwhile.
 */
export function saveSchedule(
  context: StaffContext,
  doctorId: string,
  { week, seen }: BodyOf<typeof saveScheduleCall>,
  holdNewTimes: HoldNewTimes,
): Reply {
  return change(context, doctorId, 'save schedule', async (tx, row, now) => {
    const allowed = asSeen(seen, await readSchedule(tx, row, now));
    if (!allowed.ok) return allowed;
    await holdNewTimes(tx, doctorId, now, () => updateWeek(tx, doctorId, week));
    return ok(undefined);
  });
}

/** Adds days off; a doctor off today is Offline at once [DOC-1]. */
export function addDayOff(context: StaffContext, doctorId: string, range: DayRange): Reply {
  return change(context, doctorId, 'add day off', async (tx, row, now) => {
    const today = dayAt(now, row.time_zone);
    const kept = await listDaysOff(tx, doctorId, today);
    const allowed = mayTakeOff(range, today, kept.length);
    if (!allowed.ok) return allowed;
    await insertDaysOff(tx, doctorId, range);
    if (isOff([range], today)) await beginDayOf(tx, row, now);
    return ok(undefined);
  });
}

/** Removes days off; a doctor who was Offline only because of them is Available again. */
export async function removeDayOff(
  context: StaffContext,
  id: string,
  holdNewTimes: HoldNewTimes,
): Reply {
  const doctorId = await findDoctorOfDaysOff(context.db, id);
  if (doctorId === undefined) return refuse('not_found');
  return change(context, doctorId, 'remove day off', async (tx, row, now) => {
    const today = dayAt(now, row.time_zone);
    const before = await listDaysOff(tx, doctorId, today);
    await holdNewTimes(tx, doctorId, now, () => deleteDaysOff(tx, id));
    const after = before.filter((range) => range.id !== id);
    if (isOff(before, today) && !isOff(after, today)) {
      await forgetDayBegun(tx, doctorId);
      if (row.break_until !== null) await setPresence(tx, row, here, now);
    }
    return ok(undefined);
  });
}
