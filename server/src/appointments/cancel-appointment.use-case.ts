import type { Appointment } from '@baari/contract/appointment.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { mayChange } from './appointment.rules.ts';
import { markCancelled } from './appointments.store.ts';
import { changeAppointment } from './change-appointment.ts';
import { tellOfCancellation } from './tell-patient.ts';

/** Gives the own booking up; its time is free again at once [APPT-1]. */
export function cancelAppointment(
  context: PatientContext,
  id: string,
  publicUrl: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeAppointment(context, id, {
    rule: mayChange,
    async write(tx, row, now) {
      await markCancelled(tx, row.id, now);
      await tellOfCancellation(tx, row, 'patient', publicUrl, now);
      return ok({});
    },
  });
}
