/** What anyone reads of a doctor's times, a patient of the own bookings, and staff of a day. */
import type { Appointment, Slot } from '@baari/contract/appointment.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt, lastBookableDay, offeredTimes } from './appointment.rules.ts';
import {
  findDoctorToBook,
  findZoneOfHospital,
  listOfHospital,
  listPast,
  listTakenTimes,
  listUpcoming,
} from './appointments.store.ts';
import { appointmentView } from './appointments.view.ts';
import { clockOf } from './book-appointment.use-case.ts';

const pastLimit = 50;

export interface DaySlots {
  readonly date: string;
  readonly today: string;
  readonly lastDay: string;
  readonly timeZone: string;
  readonly slots: Slot[];
}

/** The offered times of a day, and which are taken; by whom is told to nobody [PAT-8]. */
export async function getDoctorSlots(
  { db, clock }: Context,
  doctorId: string,
  wanted: string | undefined,
): Promise<Result<DaySlots>> {
  const doctor = await findDoctorToBook(db, doctorId);
  if (doctor === undefined) return refuse('not_found');
  const now = clock.now();
  const today = dayAt(now, doctor.time_zone);
  const date = wanted ?? today;
  const taken = new Set(await listTakenTimes(db, doctorId, date));
  return ok({
    date,
    today,
    lastDay: lastBookableDay(today),
    timeZone: doctor.time_zone,
    slots: offeredTimes(date, clockOf(doctor), now).map(({ time, startsAt }) => ({
      time,
      startsAt: startsAt.toISOString(),
      isFree: !taken.has(time),
    })),
  });
}

export async function listAppointments({
  db,
  actor,
  clock,
}: PatientContext): Promise<Result<{ upcoming: Appointment[]; past: Appointment[] }>> {
  const now = clock.now();
  const [upcoming, past] = await Promise.all([
    listUpcoming(db, actor.userId, now),
    listPast(db, actor.userId, now, pastLimit),
  ]);
  return ok({
    upcoming: upcoming.map((row) => appointmentView(row, now)),
    past: past.map((row) => appointmentView(row, now)),
  });
}

/** A day at the caller's hospital, by doctor and time; each look is on record. */
export async function listHospitalAppointments(
  context: StaffContext,
  wanted: string | undefined,
): Promise<Result<{ date: string; today: string; appointments: Appointment[] }>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  const today = dayAt(now, await findZoneOfHospital(db, actor.hospitalId));
  const date = wanted ?? today;
  const rows = await listOfHospital(db, actor.hospitalId, date);
  await recordAudit(db, context, {
    action: 'read appointments',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  return ok({ date, today, appointments: rows.map((row) => appointmentView(row, now)) });
}
