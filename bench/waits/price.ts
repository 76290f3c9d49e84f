/** What "leave now" brings its followers, and what it costs the doctor. */
import { dayMinutes, type VisitRecord } from './clinic.ts';
import { closesAt, opensAt, plannedBreak } from './fate.ts';
import type { WorldRun } from './run.ts';

export interface Price {
  /** Minutes at the hospital before being called in, for those who set out when told to. */
  readonly onSite: number;
  /** The same people, had they come when they asked. */
  readonly walkingIn: number;
  /** The same people, had they come for the opening. */
  readonly fromOpening: number;
  /** By how much the doctor waits longer for patients, minutes in a session of four hours. */
  readonly addedIdle: number;
}

const sessionMinutes = 240;

/** Of two runs of the same fates: one in which nobody follows, one in which all do. */
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
