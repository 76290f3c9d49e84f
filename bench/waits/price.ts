/** Computes how much time "leave now" saves patients, and how much idle time it costs doctors. */
import { dayMinutes, type VisitRecord } from './clinic.ts';
import { closesAt, opensAt, plannedBreak } from './fate.ts';
import type { WorldRun } from './run.ts';

export interface Price {
  /**
   * Mean minutes that patients who leave home at "leave now" spend at the hospital before they are
   * called in.
   */
  readonly onSite: number;
  /**
   * Mean minutes that the same patients would spend at the hospital if they had come when they
   * requested a place.
   */
  readonly walkingIn: number;
  /**
   * Mean minutes that the same patients would spend at the hospital if they had come at opening
   * time.
   */
  readonly fromOpening: number;
  /**
   * How many minutes longer the doctor is idle in a session of four hours, because patients leave
   * home only at "leave now".
   */
  readonly addedIdle: number;
}

const sessionMinutes = 240;

/**
 * Compares two runs with the same random draws. In one nobody follows "leave now", in the other
 * everybody does.
 */
export function priceOf(following: WorldRun, walkingIn: WorldRun, hasBreak: boolean): Price {
  const pairs = following.visits.flatMap((visit, index) => {
    const other = walkingIn.visits[index];
    const isCompared = !visit.person.isOnSite && other !== undefined && wasSeen(visit, other);
    return isCompared ? [{ visit, other }] : [];
  });
  const pause = hasBreak ? plannedBreak.to - plannedBreak.from : 0;
  const sessions = (closesAt - opensAt - pause) / sessionMinutes;
  return {
    onSite: meanOf(pairs.map(({ visit }) => startOf(visit) - (visit.arrivedAt ?? 0))),
    walkingIn: meanOf(pairs.map(({ other }) => startOf(other) - (other.arrivedAt ?? 0))),
    fromOpening: meanOf(pairs.map(({ other }) => startOf(other) - openingBefore(other))),
    addedIdle: (meanOf(following.idle) - meanOf(walkingIn.idle)) / sessions,
  };
}

function wasSeen(visit: VisitRecord, other: VisitRecord): boolean {
  return visit.entry.startedAt !== null && other.entry.startedAt !== null;
}

function startOf({ entry }: VisitRecord): number {
  return entry.startedAt ?? Number.NaN;
}

function openingBefore(visit: VisitRecord): number {
  return Math.floor(startOf(visit) / dayMinutes) * dayMinutes + opensAt;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
