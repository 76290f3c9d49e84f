/**
 * Decides on notifications for a patient who is not looking at the page, by comparing two states of
 * the queue entry.
 */
import { isAway } from '@baari/contract/queue/line.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { Advice } from './my-place.ts';

export type HiddenNews =
  | 'approved'
  | 'rejected'
  | 'removed'
  | 'closed'
  | 'noShow'
  | 'missed'
  | 'leaveNow'
  | 'next'
  | 'turn';

export interface Seen {
  readonly entry: Pick<PatientEntry, 'id' | 'status' | 'cancelledBy' | 'closed' | 'hold'>;
  readonly advice: Advice['kind'];
}

/** Returns the notification for a change. Undefined if the change needs no notification. */
export function hiddenNews(before: Seen | undefined, after: Seen): HiddenNews | undefined {
  if (before === undefined || before.entry.id !== after.entry.id) return undefined;
  const { status } = after.entry;
  if (status === 'waiting' && isAway(after.entry)) {
    const wasNotified =
      isAway(before.entry) && before.entry.hold?.calls === after.entry.hold?.calls;
    return wasNotified ? undefined : 'missed';
  }
  if (status !== before.entry.status) return newsOfStatus(after);
  if (status !== 'waiting' || after.advice === before.advice) return undefined;
  if (after.advice === 'next') return 'next';
  return after.advice === 'leaveNow' ? 'leaveNow' : undefined;
}

/** Returns the notification for the new status of a queue entry. */
function newsOfStatus({ entry, advice }: Seen): HiddenNews | undefined {
  switch (entry.status) {
    case 'in_progress':
      return 'turn';
    case 'rejected':
      return 'rejected';
    case 'no_show':
      return 'noShow';
    case 'cancelled':
      if (entry.cancelledBy !== 'staff') return undefined;
      return entry.closed === null ? 'removed' : 'closed';
    case 'waiting':
      return advice === 'next' ? 'next' : 'approved';
    default:
      return undefined;
  }
}
