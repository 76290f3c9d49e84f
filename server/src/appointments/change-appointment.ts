/**
 * The only code that changes a booking. Its order is: check ownership → lock the line → read →
 * apply the rule → write.
 */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { AuditAction, AuditDetails } from '@baari/contract/account/audit.ts';
import type { Language } from '@baari/contract/languages.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import type { Booking } from './appointment.rules.ts';
import { isOwn, mayRunBookings } from './appointments.access.ts';
import { type AppointmentRow, findAppointment } from './appointments.store.ts';
import { appointmentView, bookingIn, bookingOf } from './appointments.view.ts';

/** A change of a booking. `Extra`: the fields that the API response has besides the appointment. */
export interface AppointmentChange<Extra extends object> {
  /** Whether a booking in this state may be changed on this day of the hospital. */
  readonly rule: (booking: Booking, today: string) => Result<void>;
  readonly write: (tx: Queryable, row: AppointmentRow, now: Date) => Promise<Result<Extra>>;
  /** The language of a patient who reads the response. Staff read the plain name of a line. */
  readonly language?: Language | undefined;
}

/** Changes the account's own booking. If the change is refused, nothing is changed. */
export async function changeAppointment<Extra extends object>(
  context: PatientContext,
  id: string,
  change: AppointmentChange<Extra>,
): Promise<Result<{ appointment: Appointment } & Extra>> {
  const found = await findAppointment(context.db, id);
  if (found === undefined || !isOwn(context.actor, found)) return refuse('not_found');
  return changeAppointmentOf(context, found, { ...change, language: context.language });
}

/** Changes a booking of a patient at the staff member's hospital, and writes an audit row. */
export async function changeForPatient<Extra extends object>(
  context: StaffContext,
  id: string,
  action: AuditAction,
  change: AppointmentChange<Extra>,
  details?: AuditDetails,
): Promise<Result<{ appointment: Appointment } & Extra>> {
  const found = await findAppointment(context.db, id);
  if (found === undefined || !mayRunBookings(context.actor, found)) return refuse('not_found');
  return changeAppointmentOf(context, found, {
    rule: change.rule,
    async write(tx, row, now) {
      const written = await change.write(tx, row, now);
      if (!written.ok) return written;
      await recordAudit(tx, context, {
        action,
        patientIds: [row.patient_id],
        entryId: row.id,
        outcome: 'ok',
        details,
      });
      return written;
    },
  });
}

/** Changes a booking if the user's right was already checked elsewhere, such as at a kiosk. */
export function changeAppointmentOf<Extra extends object>(
  context: Context,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
  change: AppointmentChange<Extra>,
): Promise<Result<{ appointment: Appointment } & Extra>> {
  return context.db.transaction(async (tx) => {
    const row = await lockBooking(tx, found);
    const now = context.clock.now();
    const allowed = change.rule(bookingOf(row), dayAt(now, row.time_zone));
    if (!allowed.ok) return allowed;
    const written = await change.write(tx, row, now);
    if (!written.ok) return written;
    const after = bookingIn(await readAgain(tx, found.id), change.language);
    return ok({ appointment: appointmentView(after, now), ...written.value });
  });
}

/** A change that is refused once the visit's time has come, for a caller who did not sign in. */
export function untilVisit<Extra extends object>({
  rule,
  write,
}: AppointmentChange<Extra>): AppointmentChange<Extra> {
  return {
    rule,
    async write(tx, row, now) {
      return row.starts_at > now ? write(tx, row, now) : refuse('appointment_over');
    },
  };
}

/**
 * Locks the line of the appointment's doctor and reads the appointment. While this code waits for
 * the lock, the hospital may move the appointment to a colleague. Then the colleague's line is
 * locked too.
 */
export async function lockBooking(
  tx: Queryable,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
): Promise<AppointmentRow> {
  await lockLine(tx, found.doctor_id);
  const row = await readAgain(tx, found.id);
  return row.doctor_id === found.doctor_id ? row : lockBooking(tx, row);
}

/** Reads the appointment again. It is always found, since appointments are never deleted. */
export async function readAgain(tx: Queryable, id: string): Promise<AppointmentRow> {
  const row = await findAppointment(tx, id);
  if (row === undefined) throw new Error('The appointment cannot be read.');
  return row;
}
