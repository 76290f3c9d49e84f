/**
 * The desk actions that are allowed by role and by state of the queue entry. The server checks them
 * again [ROLE-2…4, QST-10].
 */

import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
  type SwitchedField,
} from '@baari/contract/queue/queue-actions.ts';
import { hasRight, refusalOf, type EntryState } from '@baari/contract/queue/entry-state.ts';

export type DeskUser = Pick<SignedInUser, 'role' | 'doctorId'> | null;

/** Whether the user may apply this desk action to a doctor's queue. */
export function mayDo(name: DeskActionName, doctorId: string, user: DeskUser): boolean {
  if (user === null || user.role === 'patient') return false;
  return hasRight(queueActions[name].right, user, doctorId);
}

/** The state of the line that an entry is in. The entry's possible actions depend on this state. */
export interface Around {
  /** Whether there is no patient behind this one whom the desk could let go first. */
  readonly isLast: boolean;
  readonly consultationRuns: boolean;
}

/**
 * Whether the desk offers an action. 'blocked' means that the action becomes possible once the
 * running consultation has ended.
 */
export type Offer = 'offered' | 'blocked' | 'none';

export function offerOf(name: DeskActionName, entry: StaffEntry, around: Around): Offer {
  const action: QueueAction = queueActions[name];
  const refusal = refusalOf(action, entryStateOf(entry, around));
  if (refusal === undefined) return 'offered';
  return refusal === 'consultation_running' ? 'blocked' : 'none';
}

function entryStateOf(entry: StaffEntry, around: Around): EntryState {
  return {
    ...around,
    status: entry.status,
    place: entry.position,
    isAway: isAway(entry),
    isCheckedIn: entry.checkedInAt !== null,
    delays: entry.delay?.times ?? 0,
    isGivenUp: entry.status === 'cancelled' && entry.cancelledBy !== 'staff',
    // The desk shows no queue entry of an earlier day. After midnight the server refuses actions on
    // such an entry.
    isOfThePast: false,
    // This value matters only for an action that patients have and the desk does not have.
    isCalledLongAgo: false,
  };
}

/**
 * Whether the user may check in the patient of this queue entry: the patient is expected and not
 * checked in yet.
 */
export function mayBeCheckedIn(entry: StaffEntry, user: DeskUser): boolean {
  const anywhere = { isLast: false, consultationRuns: false };
  return (
    mayDo('check_in', entry.doctor.id, user) && offerOf('check_in', entry, anywhere) === 'offered'
  );
}

/**
 * Whether the yes/no field that an action turns on and off is on. Returns false for actions without
 * such a field.
 */
export function isOn({ desk }: Pick<QueueAction, 'desk'>, entry: StaffEntry): boolean {
  return desk?.switches !== undefined && entry[desk.switches];
}

/**
 * Returns the request body of an action that turns a yes/no field of the queue entry on or off.
 * Empty for all other actions.
 */
export function switched(
  action: Pick<QueueAction, 'desk'>,
  entry: StaffEntry,
): { readonly [Field in SwitchedField]?: boolean } {
  const field = action.desk?.switches;
  return field === undefined ? {} : { [field]: !isOn(action, entry) };
}

/**
 * Returns the ids of the queue entries whose patients cannot let anybody go first. Behind them wait
 * only patients on hold after a missed call.
 */
export function lastOfLines(entries: readonly StaffEntry[]): ReadonlySet<string> {
  const ended = new Set<string>();
  const last = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (!ended.has(entry.doctor.id)) last.add(entry.id);
    if (!isAway(entry)) ended.add(entry.doctor.id);
  }
  return last;
}
