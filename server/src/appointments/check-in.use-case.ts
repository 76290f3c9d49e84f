import type { Appointment } from '@baari/contract/appointment.ts';
import type { CheckInWay } from '@baari/contract/constants.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue.ts';
import { tellDoctor } from '../doctors/tell-doctor.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { joinLine } from '../queue/join-line.ts';
import { patientEntryOf } from '../queue/queue.view.ts';
import { mayCheckIn } from './appointment.rules.ts';
import { type AppointmentRow, findDoctorToBook, markCheckedIn } from './appointments.store.ts';
import {
  type AppointmentChange,
  changeAppointment,
  changeAppointmentOf,
  changeForPatient,
} from './change-appointment.ts';

type CheckedIn<Entry = PatientEntry> = { appointment: Appointment; queue: Entry };

/** On the day, puts the patient in the doctor's line with no second approval [APPT-1, INV-2]. */
export function checkIn(
  context: PatientContext,
  id: string,
  by: CheckInWay = 'patient',
): Promise<Result<CheckedIn>> {
  return changeAppointment(context, id, joiningBy(by, patientEntryOf));
}

/** The same by the desk, which sees that the patient has come [APPT-1, ARR-1]. */
export function checkInForPatient(
  context: StaffContext,
  id: string,
): Promise<Result<CheckedIn<StaffEntry>>> {
  return changeForPatient(
    context,
    id,
    'check in appointment',
    joiningBy('staff', (entry) => entry),
  );
}

/** The same for somebody who stands before a kiosk and has shown to be expected [ARR-5]. */
export function checkInExpected(
  context: Context,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
  by: CheckInWay,
): Promise<Result<CheckedIn>> {
  return changeAppointmentOf(context, found, joiningBy(by, patientEntryOf));
}

/** `viewFor`: what of the place in line the caller may read. */
function joiningBy<Entry>(
  by: CheckInWay,
  viewFor: (entry: StaffEntry) => Entry,
): AppointmentChange<{ queue: Entry }> {
  return {
    rule: mayCheckIn,
    async write(tx, row, now) {
      const doctor = await findDoctorToBook(tx, row.doctor_id);
      if (doctor === undefined) return refuse('not_found');
      if (doctor.deactivated_at !== null) return refuse('doctor_not_available');
      const patient = { id: row.patient_id, accountId: row.account_id };
      const joined = await joinLine(tx, doctor, patient, { by }, now);
      if (!joined.ok) return joined;
      await markCheckedIn(tx, row.id, joined.value.id, now);
      const { accountId } = patient;
      await tellDoctor(tx, { doctorId: doctor.id, what: 'check-in', accountId }, now);
      return ok({ queue: viewFor(joined.value) });
    },
  };
}
