import type { StaffEntry } from '@baari/contract/queue/queue.ts';

const dayMs = 86_400_000;

/** The steps of one patient's visit, oldest first. */
export type Stops = readonly [StaffEntry, ...StaffEntry[]];

/**
 * Groups past queue entries, latest first, into visits. A visit of several steps uses one token
 * number in all its lines [LINE-4].
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

/**
 * The symptoms that the patient stated, without repetitions. Every step of the visit repeats the
 * same symptoms.
 */
export function saidOf(stops: Stops): string[] {
  return [...new Set(stops.flatMap(({ symptoms }) => symptoms || []))];
}

/**
 * Whether two steps belong to one visit. A token number is reused the next day, and a token number
 * of a doctor's own line belongs to one step only.
 */
function isOneVisit(one: StaffEntry, other: StaffEntry): boolean {
  return (
    one.severalStops &&
    other.severalStops &&
    one.token !== null &&
    one.token === other.token &&
    Math.abs(Date.parse(one.joinedAt) - Date.parse(other.joinedAt)) < dayMs
  );
}
