/**
 * Lets an administrator change a doctor: edit the doctor's data, deactivate the doctor or
 * reactivate the doctor.
 */
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { Colleague, editDoctor as editDoctorCall } from '@baari/contract/doctor/doctor.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import { addDepartment } from '../hospitals/hospitals.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import { changedFields } from '../platform/audit/changed-fields.rules.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { InviteDoctor } from './add-doctor.use-case.ts';
import { changeDoctor, type DoctorChange, type HoldNewTimes } from './change-doctor.ts';
import {
  type DoctorRow,
  hasOpenEntries,
  markActive,
  markDeactivated,
  updateDoctor,
} from './doctors.store.ts';
import { colleagueView } from './doctors.view.ts';
import type { ReassignPatients } from './leaving/reassign-patients.ts';
import { type LeavingDecision, mayLeave } from './leaving/leaving.rules.ts';

/**
 * Functions of other features that run when a doctor leaves the hospital or gets another email
 * address.
 */
export interface DoctorTies {
  /** Counts the doctor's upcoming appointments. */
  readonly countAppointments: (tx: Queryable, doctorId: string, now: Date) => Promise<number>;
  /** Whether any patient's visit has this doctor as a planned later step. */
  readonly isPlanned: (tx: Queryable, doctorId: string, now: Date) => Promise<boolean>;
  /**
   * Withdraws the doctor's invitation after the email address to which it was mailed was changed.
   */
  readonly withdrawInvitation: (tx: Queryable, doctorId: string) => Promise<void>;
  /** Ends all access of the doctor's account to this hospital. */
  readonly endRight: (
    tx: Queryable,
    doctor: { readonly hospitalId: string; readonly doctorId: string },
    ending: { readonly by: string; readonly at: Date },
  ) => Promise<void>;
  /**
   * Runs `goes`, which removes the doctor. Visits that wait for this doctor as their next step then
   * continue with the planned step after it.
   */
  readonly goOnPast: (
    tx: Queryable,
    doctorId: string,
    now: Date,
    goes: () => Promise<void>,
  ) => Promise<void>;
  /**
   * Runs `change`, which changes a doctor's working hours. Appointment times that it adds are held
   * for patients who requested an earlier time.
   */
  readonly holdNewTimes: HoldNewTimes;
  readonly invite: InviteDoctor;
  readonly reassignPatients: ReassignPatients;
  /** Handles the patients of a doctor who leaves permanently. */
  readonly seeToLeaving: ReassignPatients;
}

type Reply = Promise<Result<{ doctor: Colleague }>>;

function change(
  context: MemberContext,
  doctorId: string,
  action: AuditAction,
  write: DoctorChange['write'],
  lock?: DoctorChange['lock'],
): Reply {
  const held: DoctorChange['write'] = async (tx, row, now) =>
    (await lockMembership(tx, context.actor)) ? write(tx, row, now) : refuse('forbidden');
  return changeDoctor(
    context,
    doctorId,
    { action, write: held, ...(lock && { lock }) },
    async (_tx, row, now) => ({
      doctor: colleagueView(row, now),
    }),
  );
}

/**
 * Edits a doctor. Refuses an email of another doctor of this hospital, and a save based on an older
 * version than `seen`. A new department is added to the hospital's list.
 */
export function editDoctor(
  context: MemberContext,
  doctorId: string,
  { seen, ...edit }: BodyOf<typeof editDoctorCall>,
  ties: DoctorTies,
): Reply {
  return change(context, doctorId, 'edit doctor', async (tx, row, now) => {
    const allowed = asSeen(seen, colleagueView(row, now));
    if (!allowed.ok) return allowed;
    if (edit.email !== row.email.toLowerCase()) await ties.withdrawInvitation(tx, doctorId);
    const isFree = await updateDoctor(tx, doctorId, edit);
    if (!isFree) return refuse('doctor_exists');
    if (!(await addDepartment(tx, row.hospital_id, edit.department, now))) {
      return refuse('too_many_departments');
    }
    const { visitMinutes = row.visit_minutes, ...rest } = edit;
    return ok({
      fields: changedFields(editedFields, editedIn(row), { ...rest, visitMinutes }),
    });
  });
}

const editedFields = [
  'name',
  'email',
  'phone',
  'specialty',
  'department',
  'experience',
  'visitMinutes',
] as const;

function editedIn(row: DoctorRow) {
  return {
    ...row,
    email: row.email.toLowerCase(),
    experience: row.experience_years,
    visitMinutes: row.visit_minutes,
  };
}

/**
 * Removes a doctor from every list and ends the account's access to this hospital; the history
 * stays. Refuses while a patient waits, has requested a place or is with the doctor. Also refuses
 * upcoming appointments, unless the administrator chose to keep them [ADM-2, SEC-6].
 */
export function deactivateDoctor(
  context: MemberContext,
  doctorId: string,
  decision: LeavingDecision,
  ties: DoctorTies,
): Reply {
  const { patients } = decision;
  const lock: DoctorChange['lock'] = (tx) =>
    ties.seeToLeaving.lock(tx, context, doctorId, patients);
  const write: DoctorChange['write'] = async (tx, row, now) => {
    const allowed = mayLeave(
      {
        hasPatients: await hasOpenEntries(tx, doctorId),
        isPlanned: await ties.isPlanned(tx, doctorId, now),
        appointmentsToCome: await ties.countAppointments(tx, doctorId, now),
      },
      decision,
    );
    if (!allowed.ok) return allowed;
    // Deactivates the doctor before ending the access, so that no account can accept an invitation
    // for this doctor in between.
    await ties.goOnPast(tx, doctorId, now, () => markDeactivated(tx, doctorId, now));
    const doctor = { hospitalId: row.hospital_id, doctorId };
    await ties.endRight(tx, doctor, { by: context.actor.userId, at: now });
    return ok({});
  };
  return change(context, doctorId, 'deactivate doctor', write, lock);
}

/**
 * Adds the doctor to every list again, Offline at first. Ended access is not restored; the doctor
 * gets an invitation by mail, as a new doctor does. A practising doctor is unchanged [ADM-2,
 * ROLE-8].
 */
export function reactivateDoctor(
  context: MemberContext,
  doctorId: string,
  ties: DoctorTies,
): Reply {
  return change(context, doctorId, 'reactivate doctor', async (tx, row, now) => {
    if (row.deactivated_at === null) return ok({});
    await markActive(tx, doctorId);
    const invited = await ties.invite(tx, doctorId, context.actor.userId, now);
    return invited.ok ? ok({}) : invited;
  });
}
