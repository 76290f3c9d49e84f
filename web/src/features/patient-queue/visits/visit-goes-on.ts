import type { PatientEntry } from '@baari/contract/queue/queue.ts';

const dayMs = 86_400_000;

/**
 * Whether a queue entry is one of several steps of a visit. It is if its line is shared, more steps
 * are planned, or another step used the same token number on that day.
 */
export function isOneOfStops(
  { doctor, token, hospital, joinedAt, severalStops }: PatientEntry,
  past: readonly PatientEntry[],
): boolean {
  if (doctor.service || severalStops) return true;
  return past.some(
    (stop) =>
      token !== null &&
      stop.token === token &&
      stop.hospital.id === hospital.id &&
      Math.abs(Date.parse(joinedAt) - Date.parse(stop.joinedAt)) < dayMs,
  );
}
