/** The days of visits, by which reports are found for a visit. Pure. */
import { dayIn, type VisitDay } from '../../../shared/patient/reports-of-visit.ts';
import type { VisitStops } from './visit-stops.ts';

export function dayOfVisit([{ patient, hospital, joinedAt }]: VisitStops): VisitDay {
  return {
    patientId: patient.id,
    hospitalId: hospital.id,
    day: dayIn(hospital.timeZone, joinedAt),
  };
}

/** The day of the patient's next visit to the same hospital, of these visits, newest first. */
export function dayOfNext(visits: readonly VisitStops[], stops: VisitStops): string | undefined {
  const [first] = stops;
  const next = visits.findLast(
    ([other]) =>
      other.patient.id === first.patient.id &&
      other.hospital.id === first.hospital.id &&
      Date.parse(other.joinedAt) > Date.parse(first.joinedAt),
  );
  return next && dayOfVisit(next).day;
}
