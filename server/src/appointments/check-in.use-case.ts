import type { Appointment } from '@baari/contract/visit/appointment.ts';
import type { CheckInWay } from '@baari/contract/constants.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import { notifyDoctor } from '../doctors/leaving/notify-doctor.ts';
import type { Context, PatientContext, StaffContext } from '../platform/context.ts';
import { noteAppointment } from '../platform/events/outgoing-change.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import { joinLine } from '../queue/join-line.ts';
import { entryIn } from '../queue/reads/line-names.view.ts';
import { patientEntryOf } from '../queue/queue.view.ts';
import { mayCheckIn, mayTakeBack } from './appointment.rules.ts';
import {
  type AppointmentRow,
  findLineToBook,
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
 * Checks the patient in on the day of the appointment, without a second approval. The patient joins
 * the line of the doctor or the shared line, in order of the booked time [APPT-1, INV-2].
 */
export function checkIn(
  context: PatientContext,
  id: string,
  by: CheckInWay = 'patient',
): Promise<Result<CheckedIn>> {
  return changeAppointment(context, id, joiningBy(by, forPatient(context)));
}

/**
 * Checks a patient in at the desk, where staff see that the patient has arrived [APPT-1, ARR-1].
 */
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

/** Checks in a patient with a booking, whom a kiosk has identified [ARR-5]. */
export function checkInExpected(
  context: Context,
  found: Pick<AppointmentRow, 'id' | 'doctor_id'>,
  by: CheckInWay,
): Promise<Result<CheckedIn>> {
  return changeAppointmentOf(context, found, joiningBy(by, forPatient(context)));
}

/**
 * Undoes a check-in: removes the patient from the line. The booking stays, and the patient can
 * check in again. Refuses once the patient was called in [APPT-1].
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
      await noteAppointment(tx, row.id, 'undo_check_in', now);
      return ok({ queue: forPatient(context)(left.value.entry, row) });
    },
  });
}

type BookedLine = Pick<AppointmentRow, 'line_names'>;

/**
 * Turns the queue entry into the form that the patient reads, with the line's name in the patient's
 * language.
 */
function forPatient({ language }: Context): (entry: StaffEntry, row: BookedLine) => PatientEntry {
  return (entry, { line_names: line }) => {
    const lineNames = { line: line ?? {}, point: {}, movedFrom: {} };
    return patientEntryOf(entryIn(entry, { lineNames }, language));
  };
}

/**
 * Makes the change that checks a patient in and adds the patient to the line. `viewFor` turns the
 * queue entry into the form that the user may read.
 */
function joiningBy<Entry>(
  by: CheckInWay,
  viewFor: (entry: StaffEntry, row: BookedLine) => Entry,
): AppointmentChange<{ queue: Entry }> {
  return {
    rule: mayCheckIn,
    async write(tx, row, now) {
      const doctor = await findLineToBook(tx, row.doctor_id);
      if (doctor === undefined) return refuse('not_found');
      const { is_shared: isShared } = doctor;
      if (doctor.deactivated_at !== null) {
        return refuse(isShared ? 'line_closed' : 'doctor_not_available');
      }
      // A patient who checks in at the door, at a kiosk or at the desk is at the hospital. So only
      // a check-in on the phone can be too early.
      if (by === 'patient' && now < checkInFrom(row)) return refuse('too_early_to_check_in');
      const patient = { id: row.patient_id, accountId: row.account_id };
      const booking = { id: row.id, startsAt: row.starts_at };
      const arrival = {
        by,
        booking,
        visitKind: row.visit_kind ?? undefined,
        visitKindBy: row.visit_kind_by ?? undefined,
      };
      const joined = await joinLine(tx, doctor, patient, arrival, now);
      if (!joined.ok) return joined;
      await markCheckedIn(tx, row.id, joined.value.id, now);
      await noteAppointment(tx, row.id, 'check_in', now);
      const { accountId } = patient;
      const news = { doctorId: doctor.id, what: 'check-in', accountId } as const;
      if (!isShared) await notifyDoctor(tx, news, now);
      return ok({ queue: viewFor(joined.value, row) });
    },
  };
}
