import type { StaffEntry } from '@baari/contract/queue/queue.ts';

const dayMs = 86_400_000;

/** The stops of one visit, in the order in which they were made. */
export type Stops = readonly [StaffEntry, ...StaffEntry[]];

/** Past stops, the latest first, as the visits that they belong to: one token goes through all of a visit's lines [LINE-4]. */
export function visitsOfStops(past: readonly StaffEntry[]): Stops[] {
  const visits: [StaffEntry, ...StaffEntry[]][] = [];
  for (const stop of past) {
    const visit = visits.find(([first]) => isOneVisit(first, stop));
    if (visit) visit.unshift(stop);
    else visits.push([stop]);
  }
  return visits;
}

/** What the patient said, each thing once: it goes along from stop to stop. */
export function saidOf(stops: Stops): string[] {
  return [...new Set(stops.flatMap(({ symptoms }) => symptoms || []))];
}

/** A token is another patient's the next day, and that of a doctor's line stands for one stop alone. */
function isOneVisit(one: StaffEntry, other: StaffEntry): boolean {
  return (
    one.severalStops &&
    other.severalStops &&
    one.token !== null &&
    one.token === other.token &&
    Math.abs(Date.parse(one.joinedAt) - Date.parse(other.joinedAt)) < dayMs
  );
}
