import type { StaffEntry } from '@baari/contract/queue/queue.ts';

const dayMs = 86_400_000;

/** The stops of one visit, oldest first. */
export type Stops = readonly [StaffEntry, ...StaffEntry[]];

/**
 * Groups past stops, the latest first, into visits: one token is used in all of a visit's lines
 * [LINE-4].
 */
export function visitsOfStops(past: readonly StaffEntry[]): Stops[] {
  const visits: [StaffEntry, ...StaffEntry[]][] = [];
  for (const stop of past) {
    const visit = visits.find(([first]) => isOneVisit(first, stop));
    if (visit) visit.unshift(stop);
    else visits.push([stop]);
  }
  return visits;
}

/** The patient's symptoms without repetition, because they are copied from stop to stop. */
export function saidOf(stops: Stops): string[] {
  return [...new Set(stops.flatMap(({ symptoms }) => symptoms || []))];
}

/** A token is reused the next day, and that of a doctor's line belongs to one stop only. */
function isOneVisit(one: StaffEntry, other: StaffEntry): boolean {
  return (
    one.severalStops &&
    other.severalStops &&
    one.token !== null &&
    one.token === other.token &&
    Math.abs(Date.parse(one.joinedAt) - Date.parse(other.joinedAt)) < dayMs
  );
}
