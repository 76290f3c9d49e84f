import type { PatientEntry } from '@baari/contract/queue/queue.ts';

const dayMs = 86_400_000;

/**
 * Whether an entry is one of several stops: in a shared line, with more planned, or after one with
 * the same token that day.
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
