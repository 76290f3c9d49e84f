/**
 * Which user may do what with a queue entry: the rights, and the conditions besides the entry's
 * status. The server refuses actions by these rules, and the desk offers actions by the same rules
 * [ROLE-1…4, QST-10].
 */
import { mostDelays, type QueueStatus, type Role, staffRoles } from '../constants.ts';
import type { RefusalCode } from '../refusals.ts';

/**
 * The roles that have each right. A right covers only entries that the user may see. A patient sees
 * their own entries, and staff see those of their hospital.
 */
export const rightRoles = {
  /** The roles with the right to approve, reject, reorder, annotate and remove entries. */
  desk: staffRoles,
  /**
   * The right to call a patient in and to complete the visit. The doctor has it, and an
   * administrator on the doctor's behalf.
   */
  consult: ['doctor', 'hospital_admin'],
  /**
   * The right to mark a patient absent. The desk has it, and a doctor has it only in the doctor's
   * own line.
   */
  call: staffRoles,
  patient: ['patient'],
  everyone: ['patient', ...staffRoles],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rightRoles;

/**
 * The rights of a hospital's own system, which acts with an API key: those of the desk, and the
 * doctor's right to call and to complete. The key's scopes decide which calls it may make.
 */
const rightsOfKeys: Readonly<Record<Right, boolean>> = {
  desk: true,
  consult: true,
  call: true,
  patient: false,
  everyone: true,
};

const inOwnQueueOnly: ReadonlySet<Right> = new Set(['consult', 'call']);

/** Whether a user who may see an entry of this doctor's line has this right on the entry. */
export function hasRight(
  right: Right,
  who: { readonly role: Role | 'key'; readonly doctorId: string | null },
  doctorId: string,
): boolean {
  if (who.role === 'key') return rightsOfKeys[right];
  const roles: readonly Role[] = rightRoles[right];
  if (!roles.includes(who.role)) return false;
  return who.role !== 'doctor' || !inOwnQueueOnly.has(right) || who.doctorId === doctorId;
}

/** The state of an entry and of its line, by which the conditions of actions are decided. */
export interface EntryState {
  readonly status: QueueStatus;
  /** The entry's position in the line, from 1 while waiting, else 0. */
  readonly place: number;
  /** Whether the entry is waiting and is the last one in its line. */
  readonly isLast: boolean;
  /** Whether the patient is on hold: was called while absent, and is not back yet. */
  readonly isAway: boolean;
  readonly isCheckedIn: boolean;
  /** How often the patient was late or let others go first in this visit. */
  readonly delays: number;
  /** Whether the patient was called so long ago that the visit is probably over. */
  readonly isCalledLongAgo: boolean;
  readonly consultationRuns: boolean;
  /** Whether the entry ended because the patient cancelled the place. */
  readonly isGivenUp: boolean;
  /** Whether the entry ended on an earlier day of the hospital. */
  readonly isOfThePast: boolean;
}

interface Condition {
  readonly refusal: RefusalCode;
  readonly holds: (entryState: EntryState) => boolean;
}

/**
 * The conditions that an action can require, each with the error code for an entry that does not
 * meet it.
 */
export const conditions = {
  first: { refusal: 'not_first_in_line', holds: ({ place }) => place === 1 },
  /** Holds for entries that are in consultation, first in line, or on hold after a missed call. */
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

/**
 * The error code for an action on an entry in its present state; undefined if the action is
 * allowed.
 */
export function refusalOf(
  action: { readonly from: readonly QueueStatus[]; readonly needs?: readonly ConditionName[] },
  entryState: EntryState,
): RefusalCode | undefined {
  if (!action.from.includes(entryState.status)) return 'illegal_transition';
  const missing = action.needs?.find((name) => !conditions[name].holds(entryState));
  return missing && conditions[missing].refusal;
}
