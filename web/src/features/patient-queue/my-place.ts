/** What a place in the line means for the patient: what to do now, and what has just ended [PAT-11]. */
import { type CloseReason, isOpenStatus } from '@baari/contract/constants.ts';
import { leaveSpareFor, minutesUntilLeaving } from '@baari/contract/leaving.ts';
import type { PatientEntry } from '@baari/contract/queue.ts';
import { type Shut, shutAt } from '../../hospital-hours/opening.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long an ended entry is still news. */
const newsMs = 12 * hourMs;

export type Advice =
  | { readonly kind: 'pending' | 'gone' | 'stay' | 'leaveNow' | 'next' | 'turn' }
  /** `opensAt`: ISO instant; null where nobody knows. */
  | { readonly kind: 'shut'; readonly opensAt: string | null }
  /** Milliseconds since 1970. */
  | { readonly kind: 'stayUntil'; readonly leaveAt: number; readonly spareMinutes: number };

type Placed = Pick<PatientEntry, 'status' | 'position' | 'estimatedWaitTime'>;
type Advised = Placed &
  Pick<PatientEntry, 'checkedInAt' | 'leaveSpare' | 'doctor'> & {
    readonly hospital: Pick<PatientEntry['hospital'], 'opening'>;
  };

export function isOpenEntry({ status }: Pick<PatientEntry, 'status'>): boolean {
  return isOpenStatus(status);
}

/** Offline without an announced return: nobody is called in, and nobody sets out for that [DAY-2]. */
export function isDoctorGone({ doctor }: Pick<PatientEntry, 'doctor'>): boolean {
  return doctor.status === 'Offline' && doctor.breakUntil === null;
}

/** The order in which entries are shown: called, then waiting by the wait, then asked for. */
export function byUrgencyToAct(one: PatientEntry, other: PatientEntry): number {
  return (
    stage[one.status] - stage[other.status] ||
    one.estimatedWaitTime - other.estimatedWaitTime ||
    one.position - other.position ||
    one.joinedAt.localeCompare(other.joinedAt)
  );
}

const stage: Record<PatientEntry['status'], number> = {
  in_progress: 0,
  waiting: 1,
  pending_approval: 2,
  completed: 3,
  no_show: 3,
  cancelled: 3,
  rejected: 3,
};

/** Whether place and wait are known; else they are being calculated. */
export function isCalculated({ position, estimatedWaitTime }: Placed): boolean {
  return position > 0 && estimatedWaitTime > 0;
}

/**
 * What to do now. `readAt`: when the wait was estimated, ms; `travelMinutes`: the way to the
 * hospital. Times are told to five minutes: nobody leaves at 10:43.
 */
export function adviceFor(
  entry: Advised,
  { now, readAt, travelMinutes }: { now: number; readAt: number; travelMinutes: number },
): Advice {
  if (entry.status === 'in_progress') return { kind: 'turn' };
  if (entry.status === 'pending_approval') return { kind: 'pending' };
  if (isDoctorGone(entry)) return { kind: 'gone' };
  const shut = shutAt(entry.hospital.opening, now);
  // Nobody is sent to a locked door: the way may begin before it opens.
  if (shut && entry.checkedInAt === null && !isOnTheWayThen(shut, now, travelMinutes)) {
    return { kind: 'shut', opensAt: shut.opensAt };
  }
  if (entry.position === 1) return { kind: 'next' };
  // Who is at the hospital has nowhere to set out for.
  if (entry.checkedInAt !== null || !isCalculated(entry)) return { kind: 'stay' };
  const spareMinutes = entry.leaveSpare ?? leaveSpareFor(0);
  const waitMinutes = entry.estimatedWaitTime;
  const away = minutesUntilLeaving({ waitMinutes, travelMinutes, spareMinutes });
  const leaveAt = readAt + away * minuteMs;
  if (leaveAt <= now) return { kind: 'leaveNow' };
  const rounded = Math.floor(leaveAt / (5 * minuteMs)) * 5 * minuteMs;
  // A time that is over is no time to leave at: the last minutes are told as they are.
  return { kind: 'stayUntil', leaveAt: rounded > now ? rounded : leaveAt, spareMinutes };
}

function isOnTheWayThen({ opensAt }: Shut, now: number, travelMinutes: number): boolean {
  return opensAt !== null && Date.parse(opensAt) - now <= travelMinutes * minuteMs;
}

export interface ExpectedWait {
  /** Minutes. */
  readonly lower: number;
  readonly upper: number;
  /** When that is, milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The range of the wait; undefined while it is being calculated. */
export function expectedWait(
  entry: Placed & Pick<PatientEntry, 'waitRange'>,
  readAt: number,
): ExpectedWait | undefined {
  if (!isCalculated(entry)) return undefined;
  const { lower, upper } = entry.waitRange ?? {
    lower: entry.estimatedWaitTime,
    upper: entry.estimatedWaitTime,
  };
  return { lower, upper, from: readAt + lower * minuteMs, to: readAt + upper * minuteMs };
}

/** Whole minutes from one moment to another; undefined where either is missing. */
export function minutesBetween(from: string | null, to: string | null): number | undefined {
  if (from === null || to === null) return undefined;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
}

export type Outcome = 'rejected' | 'removed' | CloseReason | 'noShow' | 'completed';

/** How an entry ended, where the patient must be told; undefined after leaving by oneself. */
export function outcomeOf({
  status,
  cancelledBy,
  closed,
}: Pick<PatientEntry, 'status' | 'cancelledBy' | 'closed'>): Outcome | undefined {
  switch (status) {
    case 'rejected':
      return 'rejected';
    case 'no_show':
      return 'noShow';
    case 'completed':
      return 'completed';
    case 'cancelled':
      return cancelledBy === 'staff' ? (closed?.reason ?? 'removed') : undefined;
    default:
      return undefined;
  }
}

/** The newest ended entry, while its ending is news; found in the history, so that a reload keeps it. */
export function newsOf(history: readonly PatientEntry[], now: number): PatientEntry | undefined {
  const [newest] = history.toSorted((a, b) => endOf(b) - endOf(a));
  if (!newest || now - endOf(newest) > newsMs) return undefined;
  return outcomeOf(newest) === undefined ? undefined : newest;
}

function endOf({ endedAt, joinedAt }: PatientEntry): number {
  return Date.parse(endedAt ?? joinedAt);
}
