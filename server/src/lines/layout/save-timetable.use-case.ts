import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { saveTimetable as call, Timetable } from '@baari/contract/hospital/timetable.ts';
import { changeDoctor, type HoldNewTimes } from '../../doctors/change-doctor.ts';
import { mayPlan } from '../../doctors/doctors.access.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { publishLine } from '../line-event.ts';
import { findSharedLine } from '../lines.store.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { dayAt } from '../../schedule/calendar.rules.ts';
import { listSessions, replaceSessions } from '../../timetables/timetables.store.ts';

/**
 * Replaces the whole timetable of a doctor or a shared line, under the line's lock. Bookings stay,
 * and those that no longer fit are listed [APPT-1, DOC-1, LINE-6]. Refuses: doctor_deactivated,
 * changed_meanwhile.
 */
export async function saveTimetable(
  context: MemberContext,
  lineId: string,
  body: BodyOf<typeof call>,
  holdNewTimes: HoldNewTimes,
): Promise<Result<{ timetable: Timetable }>> {
  const isShared = (await findSharedLine(context.db, lineId)) !== undefined;
  return isShared
    ? saveTimetableOfLine(context, lineId, body)
    : saveTimetableOfDoctor(context, lineId, body, holdNewTimes);
}

/**
 * Replaces the timetable of a shared line, which only administrators may do. The changed line is
 * sent to the staff's screens.
 */
function saveTimetableOfLine(
  context: MemberContext,
  lineId: string,
  { sessions, seen }: BodyOf<typeof call>,
): Promise<Result<{ timetable: Timetable }>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    await lockLine(tx, lineId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const line = await findSharedLine(tx, lineId);
    if (line?.hospital_id !== hospitalId) return refuse('not_found');
    if (!mayPlan(actor, lineId)) return refuse('forbidden');
    const allowed = asSeen(seen, { sessions: await listSessions(tx, lineId) });
    if (!allowed.ok) return allowed;
    await replaceSessions(tx, lineId, sessions);
    const now = clock.now();
    await publishLine(tx, { hospitalId, lineId }, now);
    await recordAudit(tx, context, { action: 'save timetable' });
    const timeZone = line.time_zone;
    return ok({
      timetable: {
        doctorId: lineId,
        timeZone,
        today: dayAt(now, timeZone),
        sessions: await listSessions(tx, lineId),
      },
    });
  });
}

function saveTimetableOfDoctor(
  context: MemberContext,
  doctorId: string,
  { sessions, seen }: BodyOf<typeof call>,
  holdNewTimes: HoldNewTimes,
): Promise<Result<{ timetable: Timetable }>> {
  return changeDoctor(
    context,
    doctorId,
    {
      action: 'save timetable',
      async write(tx, row, now) {
        if (row.deactivated_at !== null) return refuse('doctor_deactivated');
        const allowed = asSeen(seen, { sessions: await listSessions(tx, doctorId) });
        if (!allowed.ok) return allowed;
        await holdNewTimes(tx, doctorId, now, () => replaceSessions(tx, doctorId, sessions));
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
