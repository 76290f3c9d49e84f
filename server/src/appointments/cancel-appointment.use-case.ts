import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { mayChange } from './appointment.rules.ts';
import { type Cancellation, markCancelled } from './appointments.store.ts';
import {
  type AppointmentChange,
  changeAppointment,
  changeForPatient,
} from './change-appointment.ts';
import { notifyOfCancellation } from './notify-patient.ts';

/** Cancels the patient's own booking; its time is free at once [APPT-1]. */
export function cancelAppointment(
  context: PatientContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, cancelling({ by: 'patient' }, publicUrl));
}

/** Cancels for the hospital; the patient is notified, with an optional message [APPT-1]. */
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
      await markCancelled(tx, row.id, cancellation, now);
      const cancelled = { ...row, cancel_reason: cancellation.reason ?? null };
      await notifyOfCancellation(tx, cancelled, cancellation.by, publicUrl, now);
      return ok({});
    },
  };
}
