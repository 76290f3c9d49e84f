/** Queries on a doctor's times, a patient's own bookings, and a day for the staff. */
import {
  type Appointment,
  type KnownPatient,
  type listHospitalAppointments as dayCall,
  type listNextSlots as endpoint,
  pastAppointmentsShown,
  patientsFound,
  type Slot,
} from '@baari/contract/visit/appointment.ts';
import type { Interval } from '@baari/contract/hospital/schedule.ts';
import { appointmentMinutes, listShown } from '@baari/contract/constants.ts';
import type { QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import { pageOf, type PageWanted } from '../platform/database/page.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { firstFreeTime, lastBookableDay, offeredTimes } from './appointment.rules.ts';
import {
  type AppointmentRow,
  findDoctorToBook,
  findZoneForPatients,
  findZoneForStaff,
  listDoctorsToBook,
  listKnownPatients,
  listOfHospital,
  listPast,
  listTakenFrom,
  listTakenTimes,
  listToComeOfHospital,
  listUpcoming,
} from './appointments.store.ts';
import {
  appointmentView,
  availabilityOf,
  knownPatientView,
  mayTakePlace,
} from './appointments.view.ts';

/** How many appointments are checked against the hours at once, and how many in all. */
const lookedAtOnce = 500;
const lookedAtMost = 10_000;

export interface DaySlots {
  readonly date: string;
  readonly today: string;
  readonly lastDay: string;
  readonly timeZone: string;
  readonly slots: Slot[];
  readonly openHours: Interval[];
  readonly nextFreeDay: string | null;
}

/** The offered times of a day, and which are taken; never by whom [PAT-8]. */
export async function getDoctorSlots(
  { db, clock }: Context,
  doctorId: string,
  wanted: string | undefined,
): Promise<Result<DaySlots>> {
  const doctor = await findDoctorToBook(db, doctorId);
  if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
  const now = clock.now();
  const today = dayAt(now, doctor.time_zone);
  const date = wanted ?? today;
  const taken = new Set(await listTakenTimes(db, doctorId, date));
  return ok({
    date,
    today,
    lastDay: lastBookableDay(today),
    timeZone: doctor.time_zone,
    slots: offeredTimes(date, availabilityOf(doctor), now).map(({ time, startsAt }) => ({
      time,
      startsAt: startsAt.toISOString(),
      minutes: appointmentMinutes,
      places: 1,
      free: taken.has(time) ? 0 : 1,
      isFree: !taken.has(time),
    })),
    openHours: [],
    nextFreeDay: null,
  });
}

/** The next free appointment of each doctor of a hospital [PAT-8]. */
export async function listNextSlots(
  { db, clock }: Context,
  hospitalId: string,
  { after, limit }: PageWanted,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const timeZone = await findZoneForPatients(db, hospitalId);
  if (timeZone === undefined) return refuse('not_found');
  const now = clock.now();
  const found = await listDoctorsToBook(db, hospitalId, { after, limit: limit + 1 });
  const { rows: doctors, next } = pageOf(found, limit, ({ id }) => id);
  const from = dayAt(now, timeZone);
  const ids = doctors.map(({ id }) => id);
  const taken = await listTakenFrom(db, ids, { from, to: lastBookableDay(from) });
  const isTaken = new Set(taken.map((row) => `${row.doctor_id} ${row.date} ${row.time}`));
  return ok({
    timeZone,
    next,
    nextSlots: doctors
      .filter((doctor) => doctor.status !== 'Offline')
      .flatMap((doctor) => {
        const free = firstFreeTime(
          availabilityOf(doctor),
          (day, time) => isTaken.has(`${doctor.id} ${day} ${time}`),
          now,
        );
        if (free === undefined) return [];
        const { day: date, time, startsAt } = free;
        return [{ doctorId: doctor.id, date, time, startsAt: startsAt.toISOString() }];
      }),
  });
}

export async function listAppointments({
  db,
  actor,
  clock,
}: PatientContext): Promise<Result<{ upcoming: Appointment[]; past: Appointment[] }>> {
  const now = clock.now();
  const [upcoming, past] = await Promise.all([
    listUpcoming(db, actor.userId, now, listShown),
    listPast(db, actor.userId, now, pastAppointmentsShown),
  ]);
  return ok({
    upcoming: upcoming.map((row) => appointmentView(row, now)),
    past: past.map((row) => appointmentView(row, now)),
  });
}

/** One page of a day at the caller's hospital, by doctor and time; each read is recorded. */
export async function listHospitalAppointments(
  context: StaffContext,
  { date: wanted, doctorId, after, limit }: QueryOf<typeof dayCall>,
): Promise<Result<ReplyOf<typeof dayCall>>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  const today = dayAt(now, await findZoneForStaff(db, actor.hospitalId));
  const date = wanted ?? today;
  const found = await listOfHospital(
    db,
    actor.hospitalId,
    { date, doctorId },
    { after, limit: limit + 1 },
  );
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  await recordAudit(db, context, {
    action: 'read appointments',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  return ok({ date, today, appointments: rows.map((row) => appointmentView(row, now)), next });
}

/**
 * Upcoming appointments that the doctor's hours, days off or departure no longer allow, soonest
 * first, at most 100. They stay booked until staff have spoken with the patient [DOC-1, KEEP-9].
 */
export async function listOutsideHours(
  context: StaffContext,
  doctorId: string | undefined,
): Promise<Result<{ appointments: Appointment[]; hasMore: boolean }>> {
  const { db, clock } = context;
  const now = clock.now();
  const found = await findOutside(context, doctorId, now);
  const outside = found.slice(0, listShown);
  await recordAudit(db, context, {
    action: 'read appointments outside the hours',
    patientIds: [...new Set(outside.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  const hasMore = found.length > listShown;
  return ok({ appointments: outside.map((row) => appointmentView(row, now)), hasMore });
}

/**
 * Finds appointments that cannot take place. That depends on hours and days off, so each is checked in code.
 */
async function findOutside(
  { db, actor }: StaffContext,
  doctorId: string | undefined,
  now: Date,
): Promise<AppointmentRow[]> {
  const found: AppointmentRow[] = [];
  let after: string | undefined;
  for (let looked = 0; looked < lookedAtMost && found.length <= listShown; ) {
    const page = { after, limit: lookedAtOnce };
    const rows = await listToComeOfHospital(db, actor.hospitalId, doctorId, page, now);
    found.push(...rows.filter((row) => !mayTakePlace(row)));
    if (rows.length < lookedAtOnce) break;
    looked += rows.length;
    after = rows.at(-1)?.id;
  }
  return found;
}

/**
 * Patients that the desk can book for: only those known to this hospital; each read is recorded
 * [ROLE-7].
 */
export async function findKnownPatients(
  context: StaffContext,
  search: string,
): Promise<Result<{ patients: KnownPatient[] }>> {
  const { db, actor } = context;
  const rows = await listKnownPatients(db, actor.hospitalId, search, {
    now: context.clock.now(),
    limit: patientsFound,
  });
  await recordAudit(db, context, {
    action: 'find patients',
    patientIds: rows.map((row) => row.id),
    outcome: 'ok',
  });
  return ok({ patients: rows.map(knownPatientView) });
}
