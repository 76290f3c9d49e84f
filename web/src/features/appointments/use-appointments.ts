import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import { appointmentsQuery } from '../../api/queries/appointment-queries.ts';
import { useFormat } from '../../i18n/language.tsx';

/**
 * The polling interval in ms. Some changes depend only on the time, such as the opening of
 * check-in.
 */
const lookAgainMs = 5 * 60_000;

/** The patient's own appointments. */
export function useAppointments() {
  return useQuery({ ...appointmentsQuery(), refetchInterval: lookAgainMs });
}

/**
 * Returns a function that formats an appointment's time, such as "12 Mar 2026, 10:00 am", in the
 * hospital's time zone.
 */
export function useWhen(): (visit: Pick<Appointment, 'startsAt' | 'hospital'>) => string {
  const format = useFormat();
  return ({ startsAt, hospital: { timeZone } }) =>
    format.dayAndTime(format.date(startsAt, timeZone), startsAt, timeZone);
}
