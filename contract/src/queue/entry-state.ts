/**
 * Who may do what to an entry: the rights, and the conditions besides the status. The server
 * refuses by it, and the desk offers actions by it [ROLE-1…4, QST-10].
 */
import { mostDelays, type QueueStatus, type Role, staffRoles } from '../constants.ts';
import type { RefusalCode } from '../refusals.ts';

/**
 * The roles of each right, among those who may see the entry: its patient and its hospital's staff.
 */
export const rightRoles = {
  /** Approving, rejecting, reordering, annotating and removing entries. */
  desk: staffRoles,
  /** Calling in and completing: by the doctor, or an administrator on the doctor's behalf. */
  consult: ['doctor', 'hospital_admin'],
  /** Marking a patient absent: also by the desk, but by a doctor only in the own line. */
  call: staffRoles,
  patient: ['patient'],
  everyone: ['patient', ...staffRoles],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rightRoles;

const inOwnQueueOnly: ReadonlySet<Right> = new Set(['consult', 'call']);

/** Whether somebody who may see an entry of this doctor's line has this right on it. */
export function hasRight(
  right: Right,
  who: { readonly role: Role; readonly doctorId: string | null },
  doctorId: string,
): boolean {
  const roles: readonly Role[] = rightRoles[right];
  if (!roles.includes(who.role)) return false;
  return who.role !== 'doctor' || !inOwnQueueOnly.has(right) || who.doctorId === doctorId;
}

/** The state of an entry and of its line. */
export interface EntryState {
  readonly status: QueueStatus;
  /** The position, from 1 while waiting, else 0. */
  readonly place: number;
  /** Whether the entry waits with nobody behind it. */
  readonly isLast: boolean;
  /** Whether the patient is on hold: was called while absent, and is not back yet. */
  readonly isAway: boolean;
  readonly isCheckedIn: boolean;
  /** How often the patient was late or let others go first in this visit. */
  readonly delays: number;
  /** Called so long ago that the visit is probably over. */
  readonly isCalledLongAgo: boolean;
  readonly consultationRuns: boolean;
  /** Whether the entry ended because the patient cancelled it. */
  readonly isGivenUp: boolean;
  /** Whether the entry ended on an earlier day of the hospital. */
  readonly isOfThePast: boolean;
}

interface Condition {
  readonly refusal: RefusalCode;
  readonly holds: (entryState: EntryState) => boolean;
}

/** The conditions of actions, each with its refusal. */
export const conditions = {
  first: { refusal: 'not_first_in_line', holds: ({ place }) => place === 1 },
  /** For entries in consultation, first in line, or called before while absent. */
  called: {
    refusal: 'not_first_in_line',
    holds: ({ status, place, isAway }) => status === 'in_progress' || place === 1 || isAway,
  },
  nobodyInside: { refusal: 'consultation_running', holds: (entry) => !entry.consultationRuns },
  away: { refusal: 'not_on_hold', holds: ({ isAway }) => isAway },
  present: { refusal: 'is_on_hold', holds: ({ isAway }) => !isAway },
  delaysLeft: { refusal: 'delays_used', holds: ({ delays }) => delays < mostDelays },
  calledLongAgo: { refusal: 'visit_may_run', holds: ({ isCalledLongAgo: isLong }) => isLong },
  notLast: { refusal: 'already_last', holds: ({ isLast }) => !isLast },
  checkedIn: { refusal: 'not_checked_in', holds: ({ isCheckedIn }) => isCheckedIn },
  notCheckedIn: { refusal: 'already_checked_in', holds: ({ isCheckedIn }) => !isCheckedIn },
  endedByStaff: { refusal: 'patient_left', holds: ({ isGivenUp }) => !isGivenUp },
  endedToday: { refusal: 'day_is_over', holds: ({ isOfThePast }) => !isOfThePast },
} as const satisfies Record<string, Condition>;
export type ConditionName = keyof typeof conditions;

/** The refusal of an action on an entry in its present state; undefined where it is allowed. */
export function refusalOf(
  action: { readonly from: readonly QueueStatus[]; readonly needs?: readonly ConditionName[] },
  entryState: EntryState,
): RefusalCode | undefined {
  if (!action.from.includes(entryState.status)) return 'illegal_transition';
  const missing = action.needs?.find((name) => !conditions[name].holds(entryState));
  return missing && conditions[missing].refusal;
}
