/** The benefit of "leave now" for patients, and its cost for doctors. */
import { dayMinutes, type VisitRecord } from './clinic.ts';
import { closesAt, opensAt, plannedBreak } from './fate.ts';
import type { WorldRun } from './run.ts';

export interface Price {
  /** Minutes at the hospital before the call, for patients who leave home at "leave now". */
  readonly onSite: number;
  /** The same patients, if they had come when they asked. */
  readonly walkingIn: number;
  /** The same patients, if they had come at opening time. */
  readonly fromOpening: number;
  /** Additional minutes that the doctor waits for patients, in a session of four hours. */
  readonly addedIdle: number;
}

const sessionMinutes = 240;

/** Compares two runs with the same draws: nobody follows "leave now", and everybody does. */
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
