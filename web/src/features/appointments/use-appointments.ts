import type { Appointment } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import { appointmentsQuery } from '../../api/queries/appointment-queries.ts';
import { useFormat } from '../../i18n/language.tsx';

/** What today can bring, such as the check-in, is looked up again this often. */
const lookAgainMs = 5 * 60_000;

/** The patient's own appointments. */
export function useAppointments() {
  return useQuery({ ...appointmentsQuery(), refetchInterval: lookAgainMs });
}

/** "12 Mar 2026, 10:00 am" on the hospital's clock. */
export function useWhen(): (visit: Pick<Appointment, 'startsAt' | 'hospital'>) => string {
  const format = useFormat();
  return ({ startsAt, hospital: { timeZone } }) =>
    format.dayAndTime(format.date(startsAt, timeZone), startsAt, timeZone);
}
