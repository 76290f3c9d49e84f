import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import { freePlace } from '../held-slots/free-place.ts';
import { ok, type Result } from '../platform/result.ts';
import { mayChange } from './appointment.rules.ts';
import type { EarlierTime } from './appointment-words.ts';
import { type AppointmentRow, type Cancellation, markCancelled } from './appointments.store.ts';
import {
  type AppointmentChange,
  changeAppointment,
  changeForPatient,
} from './change-appointment.ts';
import { notifyOfCancellation } from './notify-patient.ts';

/** Cancels the patient's own booking. Its time can be booked again at once [APPT-1]. */
export function cancelAppointment(
  context: PatientContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, cancellingByPatient(publicUrl));
}

/** The cancellation of a booking by its patient. */
export function cancellingByPatient(publicUrl: string): AppointmentChange<object> {
  return cancelling({ by: 'patient' }, publicUrl);
}

/**
 * Cancels a booking for the hospital. The patient is notified, with an optional message [APPT-1].
 */
export function cancelForPatient(
  context: StaffContext,
  id: string,
  reason: string | undefined,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  const cancellation = { by: 'staff', reason: reason || undefined } as const;
  return changeForPatient(context, id, 'cancel appointment', cancelling(cancellation, publicUrl));
}

function cancelling(cancellation: Cancellation, publicUrl: string): AppointmentChange<object> {
  return {
    rule: mayChange,
    async write(tx, row, now) {
      await cancelBooking(tx, row, cancellation, { publicUrl, now });
      return ok({});
    },
  };
}

/**
 * Cancels a booking and notifies the patient once. The calling code must hold the lock of the
 * doctor.
 */
export async function cancelBooking(
  tx: Queryable,
  row: AppointmentRow,
  cancellation: Cancellation,
  { publicUrl, now, was }: CancelOptions,
): Promise<void> {
  await markCancelled(tx, row.id, cancellation, now);
  await noteAppointment(tx, row.id, 'cancel', now);
  await freePlace(tx, row, { by: 'cancelled' }, now);
  const cancelled = { ...row, cancel_reason: cancellation.reason ?? null, was };
  await notifyOfCancellation(tx, cancelled, cancellation.by, publicUrl, now);
}

interface CancelOptions {
  readonly publicUrl: string;
  readonly now: Date;
  /** The former time of the booking and why it had to change, for the message to the patient. */
  readonly was?: EarlierTime;
}
