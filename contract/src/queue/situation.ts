/**
 * Who may do what to an entry as it stands: the rights, and what must hold besides the status. The
 * server refuses by it, the desk offers by it [ROLE-1…4, QST-10].
 */
import { mostDelays, type QueueStatus, type Role, staffRoles } from '../constants.ts';
import type { RefusalCode } from '../refusals.ts';

/** Whom a right is open to, of those who may see the entry: its patient and its hospital's staff. */
export const rightRoles = {
  /** Approve, reject, reorder, annotate, remove. */
  desk: staffRoles,
  /** Call in and complete: that doctor, or an administrator on the doctor's behalf. */
  consult: ['doctor', 'hospital_admin'],
  /** Say that somebody is not there: the desk too, but a doctor only in their own queue. */
  call: staffRoles,
  patient: ['patient'],
  everyone: ['patient', ...staffRoles],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof rightRoles;

const inOwnQueueOnly: ReadonlySet<Right> = new Set(['consult', 'call']);

/** Whether somebody who may see an entry of this doctor's queue has this right to it. */
export function hasRight(
  right: Right,
  who: { readonly role: Role; readonly doctorId: string | null },
  doctorId: string,
): boolean {
  const roles: readonly Role[] = rightRoles[right];
  if (!roles.includes(who.role)) return false;
  return who.role !== 'doctor' || !inOwnQueueOnly.has(right) || who.doctorId === doctorId;
}

/** What is known of an entry and of the line it stands in. */
export interface Situation {
  readonly status: QueueStatus;
  /** 1…n while waiting, else 0. */
  readonly place: number;
  /** Waiting, with nobody behind. */
  readonly isLast: boolean;
  /** Called, and not back yet: on hold. */
  readonly isAway: boolean;
  readonly isCheckedIn: boolean;
  /** How often the patient has been late or let others go first in this visit. */
  readonly delays: number;
  /** Called in so long ago that the visit is probably over. */
  readonly isCalledLongAgo: boolean;
  /** Whether the doctor has a consultation running. */
  readonly consultationRuns: boolean;
  /** Over because the patient gave it up. */
  readonly isGivenUp: boolean;
  /** Over since an earlier day of the hospital. */
  readonly isOfThePast: boolean;
}

interface Condition {
  readonly refusal: RefusalCode;
  readonly holds: (situation: Situation) => boolean;
}

/** What an action may need, each with the refusal for where it does not hold. */
export const conditions = {
  first: { refusal: 'not_first_in_line', holds: ({ place }) => place === 1 },
  /** Inside, first in line, or called in vain before. */
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

/** Why an action cannot be carried out on an entry as it stands; undefined where it can. */
export function refusalOf(
  action: { readonly from: readonly QueueStatus[]; readonly needs?: readonly ConditionName[] },
  situation: Situation,
): RefusalCode | undefined {
  if (!action.from.includes(situation.status)) return 'illegal_transition';
  const missing = action.needs?.find((name) => !conditions[name].holds(situation));
  return missing && conditions[missing].refusal;
}
