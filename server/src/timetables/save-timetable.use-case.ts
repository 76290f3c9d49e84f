import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { saveTimetable as call, Timetable } from '@baari/contract/hospital/timetable.ts';
import { changeDoctor } from '../doctors/change-doctor.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { listSessions, replaceSessions } from './timetables.store.ts';

/**
 * Replaces a doctor's whole timetable, under the doctor's lock; bookings stay and are listed if they
 * no longer fit [APPT-1, DOC-1]. Refuses: doctor_deactivated, changed_meanwhile.
 */
export function saveTimetable(
  context: StaffContext,
  doctorId: string,
  { sessions, seen }: BodyOf<typeof call>,
): Promise<Result<{ timetable: Timetable }>> {
  return changeDoctor(
    context,
    doctorId,
    {
      action: 'save timetable',
      async write(tx, row) {
        if (row.deactivated_at !== null) return refuse('doctor_deactivated');
        const allowed = asSeen(seen, { sessions: await listSessions(tx, doctorId) });
        if (!allowed.ok) return allowed;
        await replaceSessions(tx, doctorId, sessions);
        return ok({});
      },
    },
    async (tx, { time_zone: timeZone }, now) => ({
      timetable: {
        doctorId,
        timeZone,
        today: dayAt(now, timeZone),
        sessions: await listSessions(tx, doctorId),
      },
    }),
  );
}
