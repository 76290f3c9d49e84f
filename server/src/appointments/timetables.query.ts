/** Queries on a doctor's timetable, for the staff of the hospital [APPT-1, DOC-1]. */
import { listShown } from '@baari/contract/constants.ts';
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type getTimetableMonth as monthCall,
  type MonthDay,
  type PreviewDay,
  previewDays,
  type previewTimetable as previewCall,
  type Timetable,
} from '@baari/contract/hospital/timetable.ts';
import {
  type Availability,
  lastBookableDay,
  offeredTimes,
  openHoursThatDay,
  timesOf,
} from './appointment.rules.ts';
import { findOutside } from './appointments.query.ts';
import { type BookedDoctor, findDoctorToBook, listTaken } from './appointments.store.ts';
import { appointmentView, availabilityOf, fitsHours } from './appointments.view.ts';
import { mayPlan } from '../doctors/doctors.access.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt } from '../schedule/calendar.rules.ts';
import { isOff } from '../schedule/schedule.rules.ts';
import { calendarOf, freeBeside, type Taken } from '../timetables/timetable.rules.ts';

/** The timetable of a doctor of the caller's hospital. */
export async function getTimetable(
  context: StaffContext,
  doctorId: string,
): Promise<Result<{ timetable: Timetable }>> {
  const doctor = await ownDoctor(context, doctorId);
  if (doctor === undefined) return refuse('not_found');
  const { time_zone: timeZone, sessions } = doctor;
  const today = dayAt(context.clock.now(), timeZone);
  return ok({ timetable: { doctorId, timeZone, today, sessions: sessions ?? [] } });
}

async function ownDoctor(
  { db, actor }: StaffContext,
  doctorId: string,
): Promise<BookedDoctor | undefined> {
  const doctor = await findDoctorToBook(db, doctorId);
  return doctor?.hospital_id === actor.hospitalId ? doctor : undefined;
}

/**
 * What a timetable would offer in the next days, and the bookings that would be outside it; saves
 * nothing. Shows patients, so the read is recorded. Refuses: forbidden, doctor_deactivated.
 */
export async function previewTimetable(
  context: StaffContext,
  doctorId: string,
  { sessions }: BodyOf<typeof previewCall>,
): Promise<Result<ReplyOf<typeof previewCall>>> {
  const doctor = await ownDoctor(context, doctorId);
  if (doctor === undefined) return refuse('not_found');
  if (!mayPlan(context.actor, doctorId)) return refuse('forbidden');
  if (doctor.deactivated_at !== null) return refuse('doctor_deactivated');
  const now = context.clock.now();
  const wanted = sessions.length === 0 ? null : sessions;
  const found = await findOutside(context, doctorId, now, (row) =>
    fitsHours({ ...row, sessions: wanted }),
  );
  const outside = found.slice(0, listShown);
  await recordAudit(context.db, context, {
    action: 'preview timetable',
    patientIds: [...new Set(outside.map((row) => row.patient_id))],
    outcome: 'ok',
    details: { doctorId },
  });
  return ok({
    timeZone: doctor.time_zone,
    days: previewOf({ ...availabilityOf(doctor), sessions: wanted }, now),
    outside: outside.map((row) => appointmentView({ ...row, sessions: wanted }, now)),
    hasMore: found.length > listShown,
  });
}

function previewOf(availability: Availability, now: Date): PreviewDay[] {
  const { zone } = availability.plan;
  const calendar = calendarOf(zone);
  const today = dayAt(now, zone);
  return Array.from({ length: previewDays }, (_, ahead) => {
    const date = addDays(today, ahead);
    const times = timesOf(date, availability, calendar);
    return {
      date,
      isOff: isOff(availability.daysOff, date),
      places: placesOf(times),
      slots: times.map(({ time, minutes, places }) => ({ time, minutes, places })),
      openHours: openHoursThatDay(availability, date),
    };
  });
}

/** How full each day of a month is. */
export async function getTimetableMonth(
  context: StaffContext,
  doctorId: string,
  wanted: string | undefined,
): Promise<Result<ReplyOf<typeof monthCall>>> {
  const doctor = await ownDoctor(context, doctorId);
  if (doctor === undefined) return refuse('not_found');
  const now = context.clock.now();
  const today = dayAt(now, doctor.time_zone);
  const { from, to } = monthOf(wanted ?? today);
  const taken = await listTaken(context.db, [doctorId], { from, to });
  return ok({
    timeZone: doctor.time_zone,
    today,
    lastDay: lastBookableDay(today),
    asOf: now.toISOString(),
    days: monthDays(availabilityOf(doctor), { from, to }, taken, now),
  });
}

/** The first and the last day of the month of a date. */
function monthOf(date: string): { from: string; to: string } {
  const from = `${date.slice(0, 8)}01`;
  return { from, to: addDays(Temporal.PlainDate.from(from).add({ months: 1 }).toString(), -1) };
}

/** The places, the free places and the bookings of each day. */
function monthDays(
  availability: Availability,
  { from, to }: { readonly from: string; readonly to: string },
  bookings: readonly (Taken & { readonly date: string })[],
  now: Date,
  calendar = calendarOf(availability.plan.zone),
): MonthDay[] {
  const byDay = Map.groupBy(bookings, ({ date }) => date);
  const days: MonthDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const taken = byDay.get(date) ?? [];
    const free = offeredTimes(date, availability, now, calendar);
    days.push({
      date,
      isOff: isOff(availability.daysOff, date),
      places: placesOf(timesOf(date, availability, calendar)),
      free: free.map(freeBeside(taken)).reduce((sum, places) => sum + places, 0),
      booked: taken.length,
    });
  }
  return days;
}

function placesOf(slots: readonly { readonly places: number }[]): number {
  return slots.reduce((sum, { places }) => sum + places, 0);
}
