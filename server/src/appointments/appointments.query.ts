/** Queries on a doctor's times, a patient's own bookings, and the staff's list of a day. */
import {
  type Appointment,
  type KnownPatient,
  type listAppointments as ownCall,
  type listHospitalAppointments as dayCall,
  type getDoctorSlots as slotsCall,
  type listNextSlots as endpoint,
  pastAppointmentsShown,
  patientsFound,
  type Slot,
} from '@baari/contract/visit/appointment.ts';
import { listShown, type VisitKind } from '@baari/contract/constants.ts';
import type { QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { countWishesAlone } from '../held-slots/held-slots.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { pageOf, type PageWanted } from '../platform/database/page.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt } from '../schedule/calendar.rules.ts';
import {
  calendarOf,
  type ClockSlot,
  freeBeside,
  variesByKind,
} from '../timetables/timetable.rules.ts';
import {
  firstFreeTime,
  lastBookableDay,
  offeredTimes,
  openHoursThatDay,
} from './appointment.rules.ts';
import {
  type AppointmentRow,
  findLineToBook,
  findZoneForPatients,
  findZoneForStaff,
  listDoctorsToBook,
  listLinesToBook,
  listKnownPatients,
  listOfHospital,
  listPast,
  listTaken,
  listToComeOfHospital,
  listUpcoming,
  type BookedLine,
  type TakenRow,
} from './appointments.store.ts';
import {
  appointmentView,
  availabilityOf,
  bookingIn,
  knownPatientView,
  mayTakePlace,
} from './appointments.view.ts';

/** How many appointments are read at once to check them against the doctors' hours. */
const lookedAtOnce = 500;
const lookedAtMost = 10_000;

/**
 * The offered times of a day, and which are taken. The result never says who has booked them
 * [PAT-8].
 */
export async function getDoctorSlots(
  { db, clock }: Context,
  doctorId: string,
  { date: wanted, visitKind }: QueryOf<typeof slotsCall>,
): Promise<Result<ReplyOf<typeof slotsCall>>> {
  const doctor = await findLineToBook(db, doctorId);
  if (doctor === undefined || doctor.deactivated_at !== null) return refuse('not_found');
  const now = clock.now();
  const today = dayAt(now, doctor.time_zone);
  const date = wanted ?? today;
  const lastDay = lastBookableDay(today);
  const availability = { ...availabilityOf(doctor), visitKind };
  const taken = await listTaken(db, [doctorId], { from: date, to: date });
  const freeOf = freeBeside(taken);
  const freeForDesk = freeBeside(taken, 'staff');
  const slots = offeredTimes(date, availability, now).map((slot): Slot => {
    const { time, minutes, places } = slot;
    const free = freeOf(slot);
    const startsAt = slot.startsAt.toISOString();
    const reserved = freeForDesk(slot) - free;
    return { time, startsAt, minutes, places, free, isFree: free > 0, reserved };
  });
  const isFull = !slots.some(({ isFree }) => isFree);
  return ok({
    date,
    today,
    lastDay,
    timeZone: doctor.time_zone,
    slots,
    variesByKind: variesByKind(doctor.sessions ?? [], date),
    openHours: openHoursThatDay(availability, date),
    nextFreeDay: isFull ? await nextFreeDay(db, doctor, { date, visitKind }, now) : null,
  });
}

/**
 * The first day after this one with a free time; null if there is none among the days that can be
 * booked.
 */
async function nextFreeDay(
  db: Queryable,
  doctor: BookedLine,
  { date, visitKind }: { readonly date: string; readonly visitKind: VisitKind | undefined },
  now: Date,
): Promise<string | null> {
  const today = dayAt(now, doctor.time_zone);
  const from = date < today ? today : addDays(date, 1);
  const to = lastBookableDay(today);
  if (from > to) return null;
  const isTaken = takenBy(await listTaken(db, [doctor.id], { from, to }));
  const free = firstFreeTime(
    { ...availabilityOf(doctor), visitKind },
    (day, _time, slot) => isTaken(doctor.id, day, slot),
    now,
    { from },
  );
  return free?.day ?? null;
}

/** Makes a function that says whether all places of a doctor's slot are taken. */
function takenBy(rows: readonly TakenRow[]) {
  const byDay = Map.groupBy(rows, ({ doctor_id, date }) => `${doctor_id} ${date}`);
  const known = new Map<string, ReturnType<typeof freeBeside>>();
  return (doctorId: string, day: string, slot: ClockSlot): boolean => {
    const key = `${doctorId} ${day}`;
    const freeOf = known.get(key) ?? freeBeside(byDay.get(key) ?? []);
    known.set(key, freeOf);
    return freeOf(slot) === 0;
  };
}

/** The next free appointment of each doctor of a hospital, and of its shared lines [PAT-8, LINE-6]. */
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
  const lines = after === undefined ? await listLinesToBook(db, hospitalId) : [];
  const ids = [...doctors, ...lines].map(({ id }) => id);
  const isTaken = takenBy(await listTaken(db, ids, { from, to: lastBookableDay(from) }));
  const calendar = calendarOf(timeZone);
  return ok({
    timeZone,
    next,
    nextSlots: nextOf(doctors).map(({ id, ...slot }) => ({ doctorId: id, ...slot })),
    nextLineSlots: nextOf(lines).map(({ id, ...slot }) => ({ lineId: id, ...slot })),
  });

  function nextOf(booked: readonly BookedLine[]) {
    return booked
      .filter(({ status }) => status !== 'Offline')
      .flatMap((line) => {
        const free = firstFreeTime(
          availabilityOf(line),
          (day, _time, slot) => isTaken(line.id, day, slot),
          now,
          { calendar },
        );
        if (free === undefined) return [];
        const { day: date, time, startsAt } = free;
        return [{ id: line.id, date, time, startsAt: startsAt.toISOString() }];
      });
  }
}

export async function listAppointments({
  db,
  actor,
  clock,
  language,
}: PatientContext): Promise<Result<ReplyOf<typeof ownCall>>> {
  const now = clock.now();
  const [upcoming, past, requestsWithoutBooking] = await Promise.all([
    listUpcoming(db, actor.userId, now, listShown),
    listPast(db, actor.userId, now, pastAppointmentsShown),
    countWishesAlone(db, actor.userId),
  ]);
  return ok({
    requestsWithoutBooking,
    upcoming: upcoming.map((row) => appointmentView(bookingIn(row, language), now)),
    past: past.map((row) => appointmentView(bookingIn(row, language), now)),
  });
}

/**
 * One page of the appointments of a day at the staff member's hospital, by doctor and time. The
 * audit trail records each read.
 */
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
  const found = await findOutside(context, doctorId, now, mayTakePlace);
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
 * Finds appointments that cannot take place, soonest first, at most one more than are shown. Each
 * appointment is checked in code against hours and days off.
 */
export async function findOutside(
  { db, actor }: StaffContext,
  doctorId: string | undefined,
  now: Date,
  fits: (row: AppointmentRow) => boolean,
): Promise<AppointmentRow[]> {
  const found: AppointmentRow[] = [];
  let after: string | undefined;
  for (let looked = 0; looked < lookedAtMost && found.length <= listShown; ) {
    const page = { after, limit: lookedAtOnce };
    const rows = await listToComeOfHospital(db, actor.hospitalId, doctorId, page, now);
    found.push(...rows.filter((row) => !fits(row)));
    if (rows.length < lookedAtOnce) break;
    looked += rows.length;
    after = rows.at(-1)?.id;
  }
  return found;
}

/**
 * Finds patients whom the desk can book for: only patients known to this hospital. The audit trail
 * records each search [ROLE-7].
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
