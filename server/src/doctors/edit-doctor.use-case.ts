/** What an administrator changes of a doctor: the record, and whether the doctor practises here. */
import type { Colleague, DoctorEdit } from '@baari/contract/doctor.ts';
import { addDepartment } from '../hospitals/hospitals.store.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeDoctor, type DoctorChange } from './change-doctor.ts';
import { hasOpenEntries, markActive, markDeactivated, updateDoctor } from './doctors.store.ts';
import { colleagueView } from './doctors.view.ts';

/** What other features have to do with a doctor's leaving or new address. */
export interface DoctorTies {
  /** Appointments to come. */
  readonly countAppointments: (tx: Queryable, doctorId: string, now: Date) => Promise<number>;
  /** A link that was mailed to an address must not outlive it. */
  readonly withdrawInvitation: (tx: Queryable, doctorId: string) => Promise<void>;
}

type Reply = Promise<Result<{ doctor: Colleague }>>;

function change(
  context: StaffContext,
  doctorId: string,
  action: string,
  write: DoctorChange['write'],
): Reply {
  return changeDoctor(context, doctorId, { write }, async (tx, row, now) => {
    await recordAudit(tx, context, { action, patientIds: [], outcome: 'ok' });
    return { doctor: colleagueView(row, now) };
  });
}

/** Refuses an email that another doctor here has; a new department joins the hospital's list. */
export function editDoctor(
  context: StaffContext,
  doctorId: string,
  edit: DoctorEdit,
  ties: DoctorTies,
): Reply {
  return change(context, doctorId, 'edit doctor', async (tx, row, now) => {
    if (edit.email !== row.email.toLowerCase()) await ties.withdrawInvitation(tx, doctorId);
    const isFree = await updateDoctor(tx, doctorId, edit);
    if (!isFree) return refuse('doctor_exists');
    const isAdded = await addDepartment(tx, row.hospital_id, edit.department, now);
    return isAdded ? ok(undefined) : refuse('too_many_departments');
  });
}

/**
 * Takes a doctor out of every list; the history stays. Refuses while patients wait, have asked or
 * are inside, and while appointments are to come that nobody has agreed to see to [ADM-2].
 */
export function deactivateDoctor(
  context: StaffContext,
  doctorId: string,
  { keepAppointments }: { readonly keepAppointments: boolean },
  ties: DoctorTies,
): Reply {
  return change(context, doctorId, 'deactivate doctor', async (tx, _row, now) => {
    if (await hasOpenEntries(tx, doctorId)) return refuse('doctor_has_patients');
    const booked = await ties.countAppointments(tx, doctorId, now);
    if (booked > 0 && !keepAppointments) return refuse('doctor_has_appointments');
    await ties.withdrawInvitation(tx, doctorId);
    await markDeactivated(tx, doctorId, now);
    return ok(undefined);
  });
}

/** Back in every list, Offline until the doctor says otherwise. */
export function reactivateDoctor(context: StaffContext, doctorId: string): Reply {
  return change(context, doctorId, 'reactivate doctor', async (tx) => {
    await markActive(tx, doctorId);
    return ok(undefined);
  });
}
