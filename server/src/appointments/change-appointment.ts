/** The only way a booking changes: check ownership → lock the doctor → read → rule → write. */
import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import type { Booking } from './appointment.rules.ts';
import { isOwn, mayRunBookings } from './appointments.access.ts';
import { type AppointmentRow, findAppointment } from './appointments.store.ts';
import { appointmentView, bookingOf } from './appointments.view.ts';

/** `Extra`: further fields of the answer, besides the appointment. */
export interface AppointmentChange<Extra extends object> {
  /** Whether a booking in this state may be changed on this day of the hospital. */
  readonly rule: (booking: Booking, today: string) => Result<void>;
  readonly write: (tx: Queryable, row: AppointmentRow, now: Date) => Promise<Result<Extra>>;
}

/** Changes the caller's own booking, or refuses and changes nothing. */
export async function changeAppointment<Extra extends object>(
  context: PatientContext,
  id: string,
  change: AppointmentChange<Extra>,
): Promise<Result<{ appointment: Appointment } & Extra>> {
  const found = await findAppointment(context.db, id);
  if (found === undefined || !isOwn(context.actor, found)) return refuse('not_found');
  return changeAppointmentOf(context, found, change);
}

/** Changes a booking of a patient of the caller's hospital, with an audit row. */
export async function changeForPatient<Extra extends object>(
  context: StaffContext,
  id: string,
  action: AuditAction,
  change: AppointmentChange<Extra>,
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
      });
      return written;
    },
  });
}

/** Changes a booking for a caller whose right was checked elsewhere, such as at a kiosk. */
export function changeAppointmentOf<Extra extends object>(
  context: Context,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
  change: AppointmentChange<Extra>,
): Promise<Result<{ appointment: Appointment } & Extra>> {
  return context.db.transaction(async (tx) => {
    await lockLine(tx, found.doctor_id);
    const row = await readAgain(tx, found.id);
    const now = context.clock.now();
    const allowed = change.rule(bookingOf(row), dayAt(now, row.time_zone));
    if (!allowed.ok) return allowed;
    const written = await change.write(tx, row, now);
    if (!written.ok) return written;
    const after = await readAgain(tx, found.id);
    return ok({ appointment: appointmentView(after, now), ...written.value });
  });
}

/** Reads the appointment again, which is always found, since appointments are never deleted. */
export async function readAgain(tx: Queryable, id: string): Promise<AppointmentRow> {
  const row = await findAppointment(tx, id);
  if (row === undefined) throw new Error('The appointment cannot be read.');
  return row;
}
