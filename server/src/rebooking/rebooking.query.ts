import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { listShown } from '@baari/contract/constants.ts';
import type {
  countRebooking as countCall,
  PlannedMove,
  planRebooking as call,
  RebookingDoctors,
} from '@baari/contract/visit/rebooking.ts';
import { lastBookableDay, offeredTimes } from '../appointments/appointment.rules.ts';
import { findOutside } from '../appointments/appointments.query.ts';
import {
  type AppointmentRow,
  type BookedLine,
  findLineToBook,
  listDoctorsOfDepartments,
  listTaken,
} from '../appointments/appointments.store.ts';
import {
  appointmentView,
  availabilityOf,
  causeOf,
  mayTakePlace,
} from '../appointments/appointments.view.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { calendarOf, type OfferedSlot } from '../timetables/timetable.rules.ts';
import { type PlannedTime, planTimes, type VisitToMove } from './rebooking.rules.ts';
import { listVisitsOf } from './rebooking.store.ts';

/** The most doctors whose free times one plan searches. */
const doctorsAtMost = 100;

/** Counts the bookings that no longer fit a doctor's hours, at most 100; shows no patient. */
export async function countRebooking(
  context: StaffContext,
): Promise<Result<ReplyOf<typeof countCall>>> {
  const found = await findOutside(context, undefined, context.clock.now(), mayTakePlace);
  return ok({ count: Math.min(found.length, listShown), hasMore: found.length > listShown });
}

/**
 * Plans a free time for each booking that no longer fits a doctor's hours, for at most 100
 * bookings, the earliest first. The plan shows patients, so the read is recorded [APPT-1, DOC-1].
 */
export async function planRebooking(
  context: StaffContext,
  { doctorId, doctors: which }: BodyOf<typeof call>,
): Promise<Result<ReplyOf<typeof call>>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  const found = await findOutside(context, doctorId, now, mayTakePlace);
  const rows = found.slice(0, listShown);
  await recordAudit(db, context, {
    action: 'read appointments outside the hours',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  const doctors =
    which === 'same_doctor'
      ? await sameDoctors(db, rows)
      : await listDoctorsOfDepartments(db, actor.hospitalId, departmentsOf(rows), doctorsAtMost);
  const times = await timesFor(context, rows, { which, doctors }, now);
  const names = new Map(doctors.map(({ id, name }) => [id, name]));
  return ok({
    moves: rows.flatMap((row): PlannedMove[] => {
      const cause = causeOf(row);
      if (cause === undefined) return [];
      return [{ appointment: appointmentView(row, now), cause, to: viewOf(times.get(row.id)) }];
    }),
    hasMore: found.length > listShown,
  });

  function viewOf(time: PlannedTime | undefined): PlannedMove['to'] {
    if (time === undefined) return null;
    const { doctorId: id, date, slot } = time;
    const doctor = { id, name: names.get(id) ?? '' };
    return { doctor, date, time: slot.time, startsAt: slot.startsAt.toISOString() };
  }
}

/** The doctors of the bookings who still practise at this hospital. */
async function sameDoctors(db: Queryable, rows: readonly AppointmentRow[]): Promise<BookedLine[]> {
  const practising = rows.filter((row) => row.deactivated_at === null);
  const ids = [...new Set(practising.map((row) => row.doctor_id))];
  const found = await Promise.all(ids.map((id) => findLineToBook(db, id)));
  return found.flatMap((doctor) => doctor ?? []);
}

function departmentsOf(rows: readonly AppointmentRow[]): string[] {
  return [...new Set(rows.map((row) => row.doctor_department))];
}

interface DoctorsToAsk {
  readonly which: RebookingDoctors;
  readonly doctors: readonly BookedLine[];
}

async function timesFor(
  { db, actor }: StaffContext,
  rows: readonly AppointmentRow[],
  { which, doctors }: DoctorsToAsk,
  now: Date,
): Promise<ReadonlyMap<string, PlannedTime>> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const today = dayAt(now, first.time_zone);
  const lastDay = lastBookableDay(today);
  const toMove = rows.map(visitOf);
  const doctorIds = doctors.map(({ id }) => id);
  const holders = [...new Set(toMove.map(({ holderId }) => holderId))];
  const [taken, visits] = await Promise.all([
    listTaken(db, doctorIds, { from: today, to: lastDay }),
    listVisitsOf(db, actor.hospitalId, holders, today),
  ]);
  const calendar = calendarOf(first.time_zone);
  const byId = new Map(doctors.map((doctor) => [doctor.id, doctor]));
  const departments = new Map(rows.map((row) => [row.id, row.doctor_department]));
  const known = new Map<string, readonly OfferedSlot[]>();
  return planTimes(toMove, {
    today,
    lastDay,
    doctorsFor: ({ id, doctorId }) =>
      doctors
        .filter((doctor) =>
          which === 'same_doctor'
            ? doctor.id === doctorId
            : doctor.id !== doctorId && doctor.department === departments.get(id),
        )
        .map((doctor) => doctor.id),
    offered(doctorId, date) {
      const key = `${doctorId} ${date}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const doctor = byId.get(doctorId);
      const slots =
        doctor === undefined ? [] : offeredTimes(date, availabilityOf(doctor), now, calendar);
      known.set(key, slots);
      return slots;
    },
    taken: taken.map(({ doctor_id, ...row }) => ({ ...row, doctorId: doctor_id })),
    visits: visits.map((row) => ({
      id: row.id,
      patientId: row.patient_id,
      holderId: row.holder_id,
      doctorId: row.doctor_id,
      date: row.date,
      startsAt: row.starts_at,
      minutes: row.minutes,
    })),
  });
}

function visitOf(row: AppointmentRow): VisitToMove {
  return {
    id: row.id,
    patientId: row.patient_id,
    holderId: row.account_id ?? row.patient_id,
    doctorId: row.doctor_id,
    date: row.date,
    time: row.time,
    startsAt: row.starts_at,
    minutes: row.minutes,
    bookedAt: row.booked_at,
  };
}
