import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { StaffContext } from '../../platform/context.ts';
import { noteAppointment } from '../../platform/events/outgoing-change.store.ts';
import { ok, type Result } from '../../platform/result.ts';
import { mayChange } from '../appointment.rules.ts';
import { type AppointmentChange, changeForPatient } from '../change-appointment.ts';
import { markConfirmed } from './reminders.store.ts';

/** Confirms a booking; confirming again changes nothing and succeeds. */
export const confirming: AppointmentChange<object> = {
  rule: mayChange,
  async write(tx, row, now) {
    if (await markConfirmed(tx, row.id, now)) await noteAppointment(tx, row.id, 'confirm', now);
    return ok({});
  },
};

/** Records that the patient of a booking confirmed it, for example by phone [REM-2]. */
export function confirmForPatient(
  context: StaffContext,
  id: string,
): Promise<Result<{ appointment: Appointment }>> {
  return changeForPatient(context, id, 'confirm appointment', confirming);
}
