/** The exercises of a practice hospital: where they happen, and which steps are done [ADM-1]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import type { ExerciseName } from '@baari/contract/hospital/practice.ts';
import type { PracticeLine } from './morning.rules.ts';

/** A patient of an exercise, as the data are now. */
export interface ExercisePatient {
  readonly status: QueueStatus;
  readonly doctorId: string;
  readonly approvedAt: Date | null;
  readonly broughtBackAt: Date | null;
  /** The order in the line; null unless the patient waits. */
  readonly orderKey: number | null;
}

/** How many steps each exercise has. */
export const stepsOf: Readonly<Record<ExerciseName, number>> = {
  two_at_once: 3,
  undo: 2,
  doctor_leaves: 2,
};

/** How many patients must wait for a doctor who leaves. */
export const leastLeft = 2;
/** The most patients who wait for a doctor who leaves, so that the exercise stays short. */
const mostLeft = 3;

/**
 * The doctor with whom an exercise happens: an Available one, if there is one. Two patients at once
 * and a mistake need a line; a doctor who leaves has few patients.
 */
export function lineOf(
  name: ExerciseName,
  lines: readonly PracticeLine[],
): PracticeLine | undefined {
  const available = lines.filter(({ status }) => status === 'Available');
  const byLength = (available.length > 0 ? available : lines).toSorted(
    (one, other) => other.waiting - one.waiting,
  );
  if (name !== 'doctor_leaves') return byLength[0];
  const short = byLength.filter(({ waiting }) => waiting >= leastLeft && waiting <= mostLeft);
  return short.at(-1) ?? byLength.find(({ waiting }) => waiting < leastLeft) ?? byLength.at(-1);
}

/**
 * Which steps of an exercise are done. Of two patients at once the urgent one is the first; a doctor
 * who leaves is `doctorId`.
 */
export function stepsDone(
  name: ExerciseName,
  doctorId: string,
  patients: readonly ExercisePatient[],
): boolean[] {
  const [first, second] = patients;
  switch (name) {
    case 'two_at_once':
      return [isApproved(first), isApproved(second), goesFirst(first, second)];
    case 'undo': {
      const wasUndone = first !== undefined && first.broughtBackAt !== null;
      const isGone = first?.status === 'cancelled' || first?.status === 'no_show';
      return [wasUndone || isGone, wasUndone && !isGone];
    }
    case 'doctor_leaves': {
      const isThere = (patient: ExercisePatient): boolean =>
        patient.doctorId === doctorId && isOpen(patient);
      const moved = patients.some((patient) => patient.doctorId !== doctorId);
      return [moved, patients.length > 0 && !patients.some(isThere)];
    }
  }
}

function isOpen({ status }: ExercisePatient): boolean {
  return status === 'waiting' || status === 'pending_approval' || status === 'in_progress';
}

function isApproved(patient: ExercisePatient | undefined): boolean {
  return patient !== undefined && patient.approvedAt !== null;
}

function goesFirst(
  first: ExercisePatient | undefined,
  second: ExercisePatient | undefined,
): boolean {
  if (first === undefined || second === undefined) return false;
  if (!isApproved(first) || !isApproved(second)) return false;
  if (first.status === 'in_progress' || first.status === 'completed') return true;
  if (first.orderKey === null || second.orderKey === null) return false;
  return first.doctorId === second.doctorId && first.orderKey < second.orderKey;
}
