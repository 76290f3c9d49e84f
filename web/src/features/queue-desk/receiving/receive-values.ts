/** The values of the form to add a patient at the desk, as typed [ARR-2, DESK-8]. */
import {
  defaultUrgency,
  type MoveReason,
  type Urgency,
  type VisitKind,
} from '@baari/contract/constants.ts';
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import type { genders } from '@baari/contract/patient/person.ts';

export interface ReceiveFields {
  kind: 'new' | 'known';
  name: string;
  phone: string;
  age: string;
  gender: '' | (typeof genders)[number];
  /** The value of the chosen option: a doctor, a shared line or a department. */
  to: string;
  urgency: Urgency;
  symptoms: string;
  visitKind: '' | VisitKind;
  beyond: '' | BeyondReason;
  first: '' | MoveReason;
}

export const departmentMark = 'department ';

/** Returns the option value for "first free doctor of this department". */
export function firstFreeOf(department: string): string {
  return `${departmentMark}${department}`;
}

export const sharedMark = 'line ';

/** Returns the option value for a shared line [LINE-1]. */
export function sharedLineOf(lineId: string): string {
  return `${sharedMark}${lineId}`;
}

/**
 * Returns the id of the chosen line. Undefined if none is chosen, or for the first free doctor of a
 * department.
 */
export function lineIdOf(chosen: string): string | undefined {
  if (chosen === '' || chosen.startsWith(departmentMark)) return undefined;
  return chosen.startsWith(sharedMark) ? chosen.slice(sharedMark.length) : chosen;
}

export const emptyFields: ReceiveFields = {
  kind: 'new',
  name: '',
  phone: '',
  age: '',
  gender: '',
  to: '',
  urgency: defaultUrgency,
  symptoms: '',
  visitKind: '',
  beyond: '',
  first: '',
};

type Urgent = Pick<ReceiveFields, 'urgency' | 'first' | 'beyond'>;

/** The values of the fields that make a patient an emergency [ENT-1, INV-12]. */
export const emergencyFields: Urgent = { urgency: 'high', first: 'urgent', beyond: 'urgent' };

/** Whether the form adds an emergency: a patient of high urgency who is first for that reason. */
export function isEmergency({ urgency, first }: Pick<Urgent, 'urgency' | 'first'>): boolean {
  return urgency === emergencyFields.urgency && first === emergencyFields.first;
}

/**
 * A known patient. The facts that tell patients with the same name apart are included if loaded.
 */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly facts?: PatientFacts;
}
