/** Groups entries into the stops of visits [LINE-4]. Pure. */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';

type Linked = Pick<PatientEntry, 'id' | 'visitId'>;

/** The stops of one visit, oldest first, at least one. */
export type VisitStops = readonly [PatientEntry, ...PatientEntry[]];

export function isSameVisit(one: Linked, other: Linked): boolean {
  return (one.visitId ?? one.id) === (other.visitId ?? other.id);
}

/** Whether the staff sent the patient here from an earlier stop of the visit. */
export function isSentOn({ id, visitId }: Linked): boolean {
  return visitId !== null && visitId !== id;
}

/**
 * When the patient came to this stop, ISO 8601; null before the check-in. A check-in counts for the whole visit, so
 * later stops begin when staff send the patient there.
 */
export function hereSince(
  entry: Linked & Pick<PatientEntry, 'checkedInAt' | 'joinedAt'>,
): string | null {
  return isSentOn(entry) ? entry.joinedAt : entry.checkedInAt;
}

/** Groups past entries, newest first, into visits in the same order. */
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

/** The other stops of an entry's visit among past entries, oldest first. */
export function otherStops(entry: Linked, past: readonly PatientEntry[]): PatientEntry[] {
  return past
    .filter((other) => other.id !== entry.id && isSameVisit(entry, other))
    .toSorted(byMaking);
}

/** Past entries without those of open visits, which are shown above with their stops. */
export function withoutOpenVisits(
  past: readonly PatientEntry[] | undefined,
  open: readonly PatientEntry[],
): readonly PatientEntry[] | undefined {
  return past?.filter((entry) => !open.some((other) => isSameVisit(other, entry)));
}

/** The stop to which a rating of the visit belongs: the last one that a doctor completed. */
export function ratedStop(stops: VisitStops): PatientEntry | undefined {
  return stops.findLast(({ status, doctor }) => status === 'completed' && !doctor.service);
}

function byMaking(one: PatientEntry, other: PatientEntry): number {
  return Date.parse(one.joinedAt) - Date.parse(other.joinedAt);
}
