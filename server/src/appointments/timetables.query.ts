/** Queries on the timetable of a doctor or a shared line, for the staff of the hospital and for patients [APPT-1, DOC-1, LINE-6]. */
import { listShown, weekdays } from '@baari/contract/constants.ts';
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type DayHours,
  type DoctorHours,
  type getDoctorHours as hoursCall,
  type getTimetableMonth as monthCall,
  type MonthDay,
  type PreviewDay,
  previewDays,
  type previewTimetable as previewCall,
  type Timetable,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import {
  type Availability,
  lastBookableDay,
  offeredTimes,
  openHoursThatDay,
  timesOf,
} from './appointment.rules.ts';
import { findOutside } from './appointments.query.ts';
import { type BookedLine, findLineToBook, listTaken } from './appointments.store.ts';
import { appointmentView, availabilityOf, fitsHours } from './appointments.view.ts';
import { mayPlan } from '../doctors/doctors.access.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, weekdayOf } from '../schedule/calendar.rules.ts';
import { isOff } from '../schedule/schedule.rules.ts';
import {
  bookedHoursOf,
  calendarOf,
  freeBeside,
  openHoursOf,
  type Taken,
} from '../timetables/timetable.rules.ts';

/** The timetable of a doctor or a shared line at the staff member's hospital. */
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
): Promise<BookedLine | undefined> {
  const doctor = await findLineToBook(db, doctorId);
  if (doctor?.hospital_id !== actor.hospitalId) return undefined;
  // Staff can still read a deactivated doctor's timetable, but not that of a removed shared line.
  return doctor.is_shared && doctor.deactivated_at !== null ? undefined : doctor;
}

/** The hours of a doctor's timetable for patients; null for a doctor without one [PAT-7, APPT-1]. */
export async function getDoctorHours(
  { db, clock }: Context,
  doctorId: string,
): Promise<Result<ReplyOf<typeof hoursCall>>> {
  const doctor = await findLineToBook(db, doctorId);
  if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
  const { time_zone: timeZone, sessions } = doctor;
  if (sessions === null) return ok({ hours: null });
  const today = dayAt(clock.now(), timeZone);
  return ok({ hours: { timeZone, today, ...hoursFrom(today, availabilityOf(doctor), sessions) } });
}

/**
 * The hours of each weekday, Monday first, and the dates from today on whose hours differ from the
 * weekday's.
 */
function hoursFrom(
  today: string,
  { daysOff }: Availability,
  sessions: readonly TimetableSession[],
): Pick<DoctorHours, 'week' | 'exceptions'> {
  const weekly = sessions.filter(({ date }) => date === null);
  const days = Array.from({ length: previewDays }, (_, ahead) => addDays(today, ahead));
  return {
    week: weekdays.map((weekday) => {
      const date = days.find((day) => weekdayOf(day) === weekday);
      return hoursOn(weekly, date ?? today);
    }),
    exceptions: days
      .filter((date) => !isOff(daysOff, date) && sessions.some((each) => each.date === date))
      .map((date) => ({ date, ...hoursOn(sessions, date) })),
  };
}

function hoursOn(sessions: readonly TimetableSession[], date: string): DayHours {
  return { booked: bookedHoursOf(sessions, date), open: openHoursOf(sessions, date) };
}

/**
 * Shows what a draft timetable would offer in the next days, and which bookings would be outside
 * it. Saves nothing. Refuses: forbidden, doctor_deactivated.
 *
 * The audit trail records only previews that show patients. A row for every change of a draft would
 * hide the important rows. One row per editing session would miss patients whom only a later draft
 * shows.
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
  const wanted = sessions.length === 0 && !doctor.is_shared ? null : sessions;
  const found = await findOutside(context, doctorId, now, (row) =>
    fitsHours({ ...row, sessions: wanted }),
  );
  const outside = found.slice(0, listShown);
  if (outside.length > 0) {
    await recordAudit(context.db, context, {
      action: 'preview timetable',
      patientIds: [...new Set(outside.map((row) => row.patient_id))],
      outcome: 'ok',
      details: doctor.is_shared ? {} : { doctorId },
    });
  }
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

/** How many places of each day of a month are taken and free. */
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

/** Counts the places, the free places and the bookings of each day. */
function monthDays(
  availability: Availability,
  { from, to }: { readonly from: string; readonly to: string },
  bookings: readonly (Taken & { readonly date: string; readonly isHeld?: boolean })[],
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
      free: free.map(freeBeside(taken, 'staff')).reduce((sum, places) => sum + places, 0),
      booked: taken.filter(({ isHeld }) => isHeld !== true).length,
    });
  }
  return days;
}

function placesOf(slots: readonly { readonly places: number }[]): number {
  return slots.reduce((sum, { places }) => sum + places, 0);
}
