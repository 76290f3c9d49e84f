import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import {
  type RebookingRefusal,
  type rebook as call,
  rebookingRefusals,
} from '@baari/contract/visit/rebooking.ts';
import { mayChange } from '../appointments/appointment.rules.ts';
import { type AppointmentRow, findAppointments } from '../appointments/appointments.store.ts';
import { appointmentView, bookingOf, causeOf } from '../appointments/appointments.view.ts';
import { cancelBooking } from '../appointments/cancel-appointment.use-case.ts';
import { moveBooking } from '../appointments/move-appointment.use-case.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { areOfHospital, isBookedThatDay } from './rebooking.store.ts';

type Asked = BodyOf<typeof call>['bookings'][number];

/** A requested change of a booking, with the booking as it was read under the locks. */
interface Found {
  readonly asked: Asked;
  readonly row: AppointmentRow;
}

/**
 * The parts that the messages to all patients have in common. The times differ for each patient.
 */
interface Telling {
  readonly publicUrl: string;
  readonly message: string | undefined;
  readonly now: Date;
}

/**
 * Moves or cancels bookings that no longer fit a doctor's hours, in one transaction under the locks
 * of all doctors concerned. A booking that changed meanwhile, or whose new time is taken, is left
 * unchanged and reported; the other bookings are still changed. Refuses: not_found,
 * hospital_closed, already_booked.
 */
export async function rebook(
  context: StaffContext,
  { bookings, message }: BodyOf<typeof call>,
  publicUrl: string,
): Promise<Result<ReplyOf<typeof call>>> {
  const { db, actor, clock } = context;
  const doctorIds = doctorsOf(bookings);
  if (!(await areOfHospital(db, actor.hospitalId, doctorIds))) return refuse('not_found');
  return db.transaction(async (tx) => {
    for (const doctorId of doctorIds) await lockLine(tx, doctorId);
    if (await isClosedHospital(tx, actor.hospitalId)) return refuse('hospital_closed');
    const found = await readAll(tx, actor.hospitalId, bookings);
    if (found.length < bookings.length) return refuse('not_found');
    const telling = { publicUrl, message: message || undefined, now: clock.now() };
    // Changing a booking locks the booking's account. A fixed order of the bookings prevents
    // deadlocks between two requests.
    const ordered = found.toSorted((one, other) => (holderOf(one) < holderOf(other) ? -1 : 1));
    const refusals = new Map<string, RebookingRefusal>();
    const first = await changeAll(ordered);
    if (!first.ok) return first;
    // Another booking of this request may have freed the slot, so bookings that were refused are
    // tried once more.
    const again = await changeAll(
      ordered.filter(({ asked }) => refusals.get(asked.id) === 'slot_taken'),
    );
    if (!again.ok) return again;
    const after = await readAll(tx, actor.hospitalId, bookings);
    return ok({
      bookings: after.map(({ asked, row }) => ({
        appointment: appointmentView(row, telling.now),
        refusal: refusals.get(asked.id) ?? null,
      })),
    });

    async function changeAll(list: readonly Found[]): Promise<Result<void>> {
      for (const each of list) {
        const done = await changeOne(tx, context, each, telling);
        const { id } = each.asked;
        if (done.ok) refusals.delete(id);
        else if (isOfOneBooking(done.code)) refusals.set(id, done.code);
        else return done;
      }
      return ok(undefined);
    }
  });
}

/**
 * The doctors of the bookings before and after the change, without duplicates, in the order in
 * which they are locked.
 */
function doctorsOf(bookings: readonly Asked[]): string[] {
  const ids = bookings.flatMap(({ seen, to }) => [seen.doctorId, ...(to ? [to.doctorId] : [])]);
  return [...new Set(ids)].toSorted();
}

/**
 * Reads the bookings to change, in the order of the request; leaves out bookings of other
 * hospitals.
 */
async function readAll(
  tx: Queryable,
  hospitalId: string,
  bookings: readonly Asked[],
): Promise<Found[]> {
  const ids = bookings.map(({ id }) => id);
  const rows = await findAppointments(tx, hospitalId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return bookings.flatMap((asked) => {
    const row = byId.get(asked.id);
    return row === undefined ? [] : [{ asked, row }];
  });
}

/** The account that made a booking; for a patient without an account, the patient. */
function holderOf({ row }: Found): string {
  return row.account_id ?? row.patient_id;
}

function isOfOneBooking(code: RefusalCode): code is RebookingRefusal {
  return rebookingRefusals.some((each) => each === code);
}

/**
 * Moves or cancels one booking if it is still as the caller saw it. A booking that already has the
 * new time is left unchanged, and no message is sent.
 */
async function changeOne(
  tx: Queryable,
  context: StaffContext,
  { asked: { id, seen, to }, row }: Found,
  { publicUrl, message, now }: Telling,
): Promise<Result<unknown>> {
  const cause = causeOf(row);
  if (isDone(row, to) && cause === undefined) return ok(undefined);
  if (row.status === 'cancelled') {
    return to === null ? ok(undefined) : refuse('changed_meanwhile');
  }
  const open = mayChange(bookingOf(row), dayAt(now, row.time_zone));
  if (!open.ok) return open;
  if (!isAt(row, seen) || cause === undefined) return refuse('changed_meanwhile');
  const reason = { cause, message };
  const patient = { id, patientId: row.patient_id };
  if (to === null) {
    const was = { ...reason, startsAt: row.starts_at, doctorName: row.doctor_name };
    await cancelBooking(tx, row, { by: 'staff', reason: message }, { publicUrl, now, was });
  } else {
    // The unique index would also refuse a second booking on that day, but its error would end the
    // transaction for all bookings.
    if (await isBookedThatDay(tx, patient, to)) return refuse('already_booked');
    const moved = await moveBooking(tx, row, to, { by: 'staff', publicUrl, now, reason });
    if (!moved.ok) return moved;
  }
  await recordAudit(tx, context, {
    action: to === null ? 'cancel appointment' : 'move appointment',
    patientIds: [row.patient_id],
    entryId: id,
    outcome: 'ok',
  });
  return ok(undefined);
}

function isDone(row: AppointmentRow, to: Asked['to']): boolean {
  return to !== null && row.status === 'booked' && isAt(row, to);
}

function isAt(row: AppointmentRow, { doctorId, date, time }: Asked['seen']): boolean {
  return row.doctor_id === doctorId && row.date === date && row.time === time;
}
