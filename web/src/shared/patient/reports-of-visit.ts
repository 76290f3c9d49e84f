/** Finds which reports belong to a visit, because a report names a day and not a visit. Pure. */
import type { Report } from '@baari/contract/visit/report.ts';

export interface VisitDay {
  readonly patientId: string;
  readonly hospitalId: string;
  /** The day of the visit on the hospital's calendar, YYYY-MM-DD. */
  readonly day: string;
  /** The day of the patient's next visit to this hospital; undefined if there is none. */
  readonly nextDay?: string | undefined;
}

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(zone: string, moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(
    new Date(moment),
  );
}

/**
 * The reports that came from a visit: those of this patient and hospital that are dated from the
 * day of the visit to before the day of the next visit [RPT-1].
 */
export function reportsOfVisit<
  Kind extends Pick<Report, 'date' | 'hospitalId'> & { readonly patient: { readonly id: string } },
>(reports: readonly Kind[], { patientId, hospitalId, day, nextDay }: VisitDay): Kind[] {
  return reports.filter(
    ({ patient, hospitalId: from, date }) =>
      patient.id === patientId &&
      from === hospitalId &&
      date >= day &&
      (date === day || nextDay === undefined || date < nextDay),
  );
}
