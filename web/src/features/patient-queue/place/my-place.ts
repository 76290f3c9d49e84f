/**
 * Decides what a patient should do now, from the place in line, and which visit has just ended
 * [PAT-11].
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

/** How long in ms an ended visit is still shown as news. */
const newsMs = 12 * hourMs;

export type Advice =
  | { readonly kind: 'pending' | 'gone' | 'stay' | 'here' | 'leaveNow' | 'next' | 'turn' }
  /**
   * Staff forwarded the patient from an earlier step of the visit. `where` is the name of the next
   * line or doctor, with the room if known.
   */
  | { readonly kind: 'goTo'; readonly where: string }
  /** The hospital is closed. `opensAt` is an ISO 8601 time; null if unknown. */
  | { readonly kind: 'shut'; readonly opensAt: string | null }
  /** The patient can stay where they are until `leaveAt`, in ms since 1970. */
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

/**
 * Sorts queue entries: first called patients, then waiting patients by their wait, then pending
 * requests.
 */
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

/**
 * Whether the place in line and the wait are known. If false, the server is still calculating them.
 */
export function isCalculated({ position, estimatedWaitTime }: Placed): boolean {
  return position > 0 && estimatedWaitTime > 0;
}

/**
 * Whether it cannot be predicted when the patient is called in: the doctor is away, or the day is
 * over [INV-16].
 */
export function isGone({ status, line }: Pick<PatientEntry, 'status' | 'line'>): boolean {
  return status === 'waiting' && line !== null && isGoneState(line.state);
}

/**
 * Returns what the patient should do now. `travelMinutes` is the travel time to the hospital; times
 * are rounded to five minutes.
 */
export function adviceFor(
  entry: Advised,
  { now, travelMinutes }: { now: number; travelMinutes: number },
): Advice {
  if (entry.status === 'in_progress') return { kind: 'turn' };
  if (entry.status === 'pending_approval') return { kind: 'pending' };
  const isOnSite = entry.checkedInAt !== null;
  const outsideHours = outsideHoursAt(entry.hospital.opening, now);
  // While the hospital is closed, patients are not told to come. They are told to leave only if
  // they would arrive when it opens.
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
  // If the rounded time is in the past, the exact time is used.
  return { kind: 'stayUntil', leaveAt: rounded > now ? rounded : leaveAt };
}

/**
 * Returns where staff forwarded the patient. Undefined if this is the first or only step of the
 * visit.
 */
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

/** A range between two moments, in ms since 1970. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the times between which the patient is expected to be called in. There are two ranges if
 * a break is in between, and none if the time is unknown.
 */
export function expectedTimes({ waitRange }: Pick<PatientEntry, 'waitRange'>): readonly Between[] {
  return (waitRange?.parts ?? []).map(({ from, to }) => {
    return { from: Date.parse(from), to: Date.parse(to) };
  });
}

/** If the remaining time is at least this many minutes, it is shown in half hours. */
const shownInHoursFrom = 120;

/**
 * Returns the remaining time in steps of five minutes. From two hours on, the steps are half hours.
 */
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

/** Returns the whole minutes between two moments. Undefined if either moment is missing. */
export function minutesBetween(from: string | null, to: string | null): number | undefined {
  if (from === null || to === null) return undefined;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs));
}

export type Outcome = 'rejected' | 'removed' | CloseReason | 'noShow' | 'completed';

/**
 * Returns how a visit ended, if the patient must be told. Undefined if the patient left the line.
 */
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
 * Returns the newest ended visit, while it is recent enough to be shown as news. It is taken from
 * the history, so that a page reload still shows it.
 */
export function newsOf(history: readonly PatientEntry[], now: number): PatientEntry | undefined {
  const [newest] = history.toSorted((a, b) => endOf(b) - endOf(a));
  if (!newest || now - endOf(newest) > newsMs) return undefined;
  return outcomeOf(newest) === undefined ? undefined : newest;
}

function endOf({ endedAt, joinedAt }: PatientEntry): number {
  return Date.parse(endedAt ?? joinedAt);
}
