import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { CheckInWay } from '@baari/contract/constants.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import { notifyDoctor } from '../doctors/leaving/notify-doctor.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { joinLine } from '../queue/join-line.ts';
import { patientEntryOf } from '../queue/queue.view.ts';
import { mayCheckIn, mayTakeBack } from './appointment.rules.ts';
import {
  type AppointmentRow,
  findDoctorToBook,
  markBookedAgain,
  markCheckedIn,
} from './appointments.store.ts';
import { checkInFrom } from './appointments.view.ts';
import {
  type AppointmentChange,
  changeAppointment,
  changeAppointmentOf,
  changeForPatient,
} from './change-appointment.ts';

type CheckedIn<Entry = PatientEntry> = { appointment: Appointment; queue: Entry };

/**
 * Checks the patient in on the day of the appointment: into the doctor's line by the booked time, without a second
 * approval [APPT-1, INV-2].
 */
export function checkIn(
  context: PatientContext,
  id: string,
  by: CheckInWay = 'patient',
): Promise<Result<CheckedIn>> {
  return changeAppointment(context, id, joiningBy(by, patientEntryOf));
}

/** Checks a patient in at the desk, where staff see the patient [APPT-1, ARR-1]. */
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

/** Checks in a patient whom a kiosk has identified as expected [ARR-5]. */
export function checkInExpected(
  context: Context,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
  by: CheckInWay,
): Promise<Result<CheckedIn>> {
  return changeAppointmentOf(context, found, joiningBy(by, patientEntryOf));
}

/**
 * Removes the patient from the line that a check-in joined; the booking stays and can be checked in
 * again. Refuses once the patient was called in [APPT-1].
 */
export function takeBackCheckIn(context: PatientContext, id: string): Promise<Result<CheckedIn>> {
  return changeAppointment(context, id, {
    rule: mayTakeBack,
    async write(tx, row, now) {
      if (row.entry_id === null) return refuse('not_checked_in');
      const takeBack = { name: 'take_back', wish: { payload: {} } } as const;
      const left = await changeEntryIn(tx, context, row.entry_id, takeBack, now);
      if (!left.ok) return left;
      await markBookedAgain(tx, row.id);
      return ok({ queue: patientEntryOf(left.value.entry) });
    },
  });
}

/** `viewFor`: the view of the entry that the caller may read. */
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
      // A patient at the door, a kiosk or the desk is known to be present, however early.
      if (by === 'patient' && now < checkInFrom(row)) return refuse('too_early_to_check_in');
      const patient = { id: row.patient_id, accountId: row.account_id };
      const booking = { id: row.id, startsAt: row.starts_at };
      const arrival = {
        by,
        booking,
        visitKind: row.visit_kind ?? undefined,
        visitKindBy: row.visit_kind_by ?? undefined,
      };
      const joined = await joinLine(tx, { ...doctor, is_shared: false }, patient, arrival, now);
      if (!joined.ok) return joined;
      await markCheckedIn(tx, row.id, joined.value.id, now);
      const { accountId } = patient;
      await notifyDoctor(tx, { doctorId: doctor.id, what: 'check-in', accountId }, now);
      return ok({ queue: viewFor(joined.value) });
    },
  };
}
