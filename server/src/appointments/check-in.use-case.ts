import type { Appointment } from '@baari/contract/appointment.ts';
import type { QueueEntry } from '@baari/contract/queue.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { joinLine } from '../queue/join-line.ts';
import { forPatient } from '../queue/queue.view.ts';
import { mayCheckIn } from './appointment.rules.ts';
import { findDoctorToBook, markCheckedIn } from './appointments.store.ts';
import { changeAppointment } from './change-appointment.ts';

/** On the day, puts the patient in the doctor's line with no second approval [APPT-1, INV-2]. */
export function checkIn(
  context: PatientContext,
  id: string,
): Promise<Result<{ appointment: Appointment; queue: QueueEntry }>> {
  return changeAppointment(context, id, {
    rule: mayCheckIn,
    async write(tx, row, now) {
      const doctor = await findDoctorToBook(tx, row.doctor_id);
      if (doctor === undefined) return refuse('not_found');
      const patient = { id: row.patient_id, accountId: row.account_id };
      const joined = await joinLine(tx, doctor, patient, { by: 'patient' }, now);
      if (!joined.ok) return joined;
      await markCheckedIn(tx, row.id, joined.value.id, now);
      return ok({ queue: forPatient(joined.value) });
    },
  });
}
