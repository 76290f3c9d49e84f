/**
 * What a place in the line means for the patient: what to do now, and what has just ended [PAT-11].
 */
import { type CloseReason, isOpenStatus } from '@baari/contract/constants.ts';
import { placeOf } from '@baari/contract/text/commas.ts';
import { leavesIn, whatToDo } from '@baari/contract/queue/leaving.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isGoneState } from '@baari/contract/queue/announced-wait.ts';
import { type OutsideHours, outsideHoursAt } from '../../../shared/hospital/opening.ts';
import { byText } from '../../../i18n/name-order.ts';
import { isSentOn } from '../visits/visit-stops.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long an ended entry is still news, in ms. */
const newsMs = 12 * hourMs;

export type Advice =
  | { readonly kind: 'pending' | 'gone' | 'stay' | 'here' | 'leaveNow' | 'next' | 'turn' }
  /**
   * The patient was sent on from an earlier stop. `where`: the name of the line or the doctor, with the room if known.
   */
  | { readonly kind: 'goTo'; readonly where: string }
  /** `opensAt`: ISO instant; null if unknown. */
  | { readonly kind: 'shut'; readonly opensAt: string | null }
  /** `leaveAt`: milliseconds since 1970. */
  | { readonly kind: 'stayUntil'; readonly leaveAt: number };

type Placed = Pick<PatientEntry, 'status' | 'position' | 'estimatedWaitTime'>;
type Advised = Pick<
  PatientEntry,
  'id' | 'visitId' | 'status' | 'position' | 'checkedInAt' | 'line' | 'call'
> & {
  readonly doctor: Pick<PatientEntry['doctor'], 'name' | 'room'>;
  readonly hospital: Pick<PatientEntry['hospital'], 'opening'>;
};

export function isOpenEntry({ status }: Pick<PatientEntry, 'status'>): boolean {
  return isOpenStatus(status);
}

/** Sorts entries: called, then waiting by the wait, then requests. */
export function byUrgencyToAct(one: PatientEntry, other: PatientEntry): number {
  return (
    stage[one.status] - stage[other.status] ||
    one.estimatedWaitTime - other.estimatedWaitTime ||
    one.position - other.position ||
    byText(one.joinedAt, other.joinedAt)
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

/** Whether place and wait are known; otherwise they are being calculated. */
export function isCalculated({ position, estimatedWaitTime }: Placed): boolean {
  return position > 0 && estimatedWaitTime > 0;
}

/** Whether the call cannot be predicted: the doctor is away, or the day is over [INV-16]. */
export function isGone({ status, line }: Pick<PatientEntry, 'status' | 'line'>): boolean {
  return status === 'waiting' && line !== null && isGoneState(line.state);
}

/**
 * What to do now; `travelMinutes`: travel time to the hospital. Times are rounded to five minutes.
 */
export function adviceFor(
  entry: Advised,
  { now, travelMinutes }: { now: number; travelMinutes: number },
): Advice {
  if (entry.status === 'in_progress') return { kind: 'turn' };
  if (entry.status === 'pending_approval') return { kind: 'pending' };
  const isOnSite = entry.checkedInAt !== null;
  const outsideHours = outsideHoursAt(entry.hospital.opening, now);
  // Nobody is sent to a closed hospital, but may set out before it opens.
  if (outsideHours && !isOnSite && !isOnTheWayThen(outsideHours, now, travelMinutes)) {
    return { kind: 'shut', opensAt: outsideHours.opensAt };
  }
  if (isGone(entry)) return goTo(entry) ?? { kind: 'gone' };
  const way = isOnSite ? 0 : travelMinutes;
  const away = minutesUntilLeaving(entry, way, now);
  const kind = whatToDo({ place: entry.position, isOnSite, leavesIn: away, way });
  if (kind === 'next') return { kind };
  if (kind === 'leave_now') return { kind: 'leaveNow' };
  if (kind === 'wait_here') return goTo(entry) ?? { kind: 'here' };
  if (away === undefined) return { kind: 'stay' };
  const leaveAt = now + away * minuteMs;
  const rounded = Math.floor(leaveAt / (5 * minuteMs)) * 5 * minuteMs;
  // A rounded time in the past is no time to leave, so the last minutes are exact.
  return { kind: 'stayUntil', leaveAt: rounded > now ? rounded : leaveAt };
}

/** Where the staff sent the patient on to; undefined for the first or only stop. */
function goTo({ doctor: { name, room }, ...entry }: Advised): Advice | undefined {
  return isSentOn(entry) ? { kind: 'goTo', where: placeOf([name, room ?? '']) } : undefined;
}

function isOnTheWayThen({ opensAt }: OutsideHours, now: number, travelMinutes: number): boolean {
  return opensAt !== null && Date.parse(opensAt) - now <= travelMinutes * minuteMs;
}

function minutesUntilLeaving({ call }: Advised, way: number, now: number): number | undefined {
  if (call === null) return undefined;
  const expected = (Date.parse(call.at) - now) / minuteMs;
  return leavesIn({ expected, deviation: call.deviation, way });
}

/** A range between two moments, ms since 1970. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/** When the call is expected: two ranges if a break lies between; empty while unknown. */
export function expectedTimes({ waitRange }: Pick<PatientEntry, 'waitRange'>): readonly Between[] {
  return (waitRange?.parts ?? []).map(({ from, to }) => {
    return { from: Date.parse(from), to: Date.parse(to) };
  });
}

/** From this many minutes on the time is given in half hours. */
const shownInHoursFrom = 120;

/** The remaining time, in steps of five minutes, or from two hours on in half hours. */
export function timeLeft(
  times: readonly Between[],
  now: number,
):
  | { readonly in: 'minutes' | 'hours'; readonly lower: number; readonly upper: number }
  | undefined {
  const coming = times.filter(({ to }) => to > now);
  const from = coming[0]?.from;
  const to = coming.at(-1)?.to;
  if (from === undefined || to === undefined) return undefined;
  const lower = Math.max(0, (from - now) / minuteMs);
  const upper = (to - now) / minuteMs;
  if (upper <= shownInHoursFrom) {
    return { in: 'minutes', lower: 5 * Math.floor(lower / 5), upper: 5 * Math.ceil(upper / 5) };
  }
  return { in: 'hours', lower: Math.floor(lower / 30) / 2, upper: Math.ceil(upper / 30) / 2 };
}

/** Whole minutes between two moments; undefined if either is missing. */
export function minutesBetween(from: string | null, to: string | null): number | undefined {
  if (from === null || to === null) return undefined;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
}

export type Outcome = 'rejected' | 'removed' | CloseReason | 'noShow' | 'completed';

/** How an entry ended, if the patient must read it; undefined if the patient left. */
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

/**
 * The newest ended entry while it is news; taken from the history, so that it survives a reload.
 */
export function newsOf(history: readonly PatientEntry[], now: number): PatientEntry | undefined {
  const [newest] = history.toSorted((a, b) => endOf(b) - endOf(a));
  if (!newest || now - endOf(newest) > newsMs) return undefined;
  return outcomeOf(newest) === undefined ? undefined : newest;
}

function endOf({ endedAt, joinedAt }: PatientEntry): number {
  return Date.parse(endedAt ?? joinedAt);
}
