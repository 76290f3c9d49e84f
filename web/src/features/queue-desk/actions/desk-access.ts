/** The desk actions by role and state; the server checks again [ROLE-2…4, QST-10]. */

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

/** Whether the user may apply this action to a doctor's queue. */
export function mayDo(name: DeskActionName, doctorId: string, user: DeskUser): boolean {
  if (user === null || user.role === 'patient') return false;
  return hasRight(queueActions[name].right, user, doctorId);
}

/** The context on which an entry's actions depend. */
export interface Around {
  /** Whether no patient behind could go first. */
  readonly isLast: boolean;
  readonly consultationRuns: boolean;
}

/** 'blocked': the action is possible once the running consultation has ended. */
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
    // The desk shows no entry of an earlier day; after midnight the server refuses it.
    isOfThePast: false,
    // This state allows an action that only patients have.
    isCalledLongAgo: false,
  };
}

/** Whether an arrived patient may be checked in: expected, and not checked in yet. */
export function mayBeCheckedIn(entry: StaffEntry, user: DeskUser): boolean {
  const anywhere = { isLast: false, consultationRuns: false };
  return (
    mayDo('check_in', entry.doctor.id, user) && offerOf('check_in', entry, anywhere) === 'offered'
  );
}

/** Whether what an action switches is on; false for one that switches nothing. */
export function isOn({ desk }: Pick<QueueAction, 'desk'>, entry: StaffEntry): boolean {
  return desk?.switches !== undefined && entry[desk.switches];
}

/** The request body of an action that switches a field of the entry; empty for all others. */
export function switched(
  action: Pick<QueueAction, 'desk'>,
  entry: StaffEntry,
): { readonly [Field in SwitchedField]?: boolean } {
  const field = action.desk?.switches;
  return field === undefined ? {} : { [field]: !isOn(action, entry) };
}

/**
 * The last entry of each line that could go later: behind it are only patients on hold, who go next on arrival anyway.
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
