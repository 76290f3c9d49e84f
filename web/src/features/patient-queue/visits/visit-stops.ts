/**
 * Groups a patient's queue entries into visits with their steps [LINE-4]. All functions are pure.
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';

type Linked = Pick<PatientEntry, 'id' | 'visitId'>;

/** The steps of one visit, oldest first. A visit has at least one step. */
export type VisitStops = readonly [PatientEntry, ...PatientEntry[]];

export function isSameVisit(one: Linked, other: Linked): boolean {
  return (one.visitId ?? one.id) === (other.visitId ?? other.id);
}

/** Whether staff forwarded the patient to this step from an earlier step of the visit. */
export function isSentOn({ id, visitId }: Linked): boolean {
  return visitId !== null && visitId !== id;
}

/**
 * Since when the patient is present for this step, ISO 8601; null before the check-in. For a later
 * step of a visit, it is the time at which staff forwarded the patient.
 */
export function hereSince(
  entry: Linked & Pick<PatientEntry, 'checkedInAt' | 'joinedAt'>,
): string | null {
  return isSentOn(entry) ? entry.joinedAt : entry.checkedInAt;
}

/** Groups past queue entries, which come newest first, into visits in the same order. */
export function visitsOf(past: readonly PatientEntry[]): VisitStops[] {
  const visits: [PatientEntry, ...PatientEntry[]][] = [];
  for (const entry of past) {
    const visit = visits.find(([stop]) => isSameVisit(stop, entry));
    if (visit) visit.push(entry);
    else visits.push([entry]);
  }
  for (const visit of visits) visit.sort(byMaking);
  return visits;
}

/**
 * Returns the other steps of a queue entry's visit that are among the past entries, oldest first.
 */
export function otherStops(entry: Linked, past: readonly PatientEntry[]): PatientEntry[] {
  return past
    .filter((other) => other.id !== entry.id && isSameVisit(entry, other))
    .toSorted(byMaking);
}

/**
 * Returns the past queue entries without the steps of open visits. The page shows those steps
 * together with the open entry.
 */
export function withoutOpenVisits(
  past: readonly PatientEntry[] | undefined,
  open: readonly PatientEntry[],
): readonly PatientEntry[] | undefined {
  return past?.filter((entry) => !open.some((other) => isSameVisit(other, entry)));
}

/** Returns the step to which the visit's rating belongs: the last step that a doctor completed. */
export function ratedStop(stops: VisitStops): PatientEntry | undefined {
  return stops.findLast(({ status, doctor }) => status === 'completed' && !doctor.service);
}

function byMaking(one: PatientEntry, other: PatientEntry): number {
  return Date.parse(one.joinedAt) - Date.parse(other.joinedAt);
}
