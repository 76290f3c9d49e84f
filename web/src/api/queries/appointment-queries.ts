/**
 * Queries about appointments: a doctor's free times, the patient's appointments, the hospital's
 * appointments of a day [APPT-1].
 */
import {
  findKnownPatients,
  getDoctorSlots,
  listAppointments,
  listHospitalAppointments,
  listOutsideHours,
} from '@baari/contract/visit/appointment.ts';
import type { VisitKind } from '@baari/contract/constants.ts';
import { getTimetableMonth } from '@baari/contract/hospital/timetable.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { everyPage } from './pages.ts';
import { pageBehind } from './queries.ts';
import { takeAnswerSent } from '../sent-with-page.ts';

const second = 1000;
const minute = 60 * second;

/** Root key of all appointments, for invalidation after a change. */
export const appointmentRoot = ['appointments'] as const;

/**
 * The query for a doctor's free times on a day for a kind of visit. Without a date, the day is
 * today at the hospital. The result is stale at once, because other patients book too.
 */
export function slotsQuery(doctorId: string, date: string, visitKind?: VisitKind) {
  return queryOptions({
    queryKey: [...appointmentRoot, 'slots', doctorId, date, visitKind],
    queryFn: ({ signal }) =>
      call(getDoctorSlots, {
        params: { id: doctorId },
        query: { ...(date === '' ? {} : { date }), ...(visitKind && { visitKind }) },
        signal,
      }),
    staleTime: 10 * second,
    gcTime: 5 * minute,
  });
}

/** The patient's own appointments. */
export function appointmentsQuery() {
  return queryOptions({
    queryKey: [...appointmentRoot, 'own'],
    queryFn: ({ signal }) => call(listAppointments, { signal }),
    initialData: () => takeAnswerSent(listAppointments),
    staleTime: 30 * second,
    gcTime: 10 * minute,
  });
}

/** Future appointments outside the doctors' current hours; optionally of one doctor. */
export function outsideHoursQuery(doctorId?: string) {
  const query = doctorId === undefined ? {} : { doctorId };
  return queryOptions({
    queryKey: [...appointmentRoot, 'outside', query],
    queryFn: ({ signal }) => call(listOutsideHours, { query, signal }),
    staleTime: 10 * second,
    gcTime: 10 * minute,
  });
}

/**
 * A hospital's appointments of a day, optionally only of one doctor. Without a date, those of today
 * at the hospital.
 */
export function hospitalAppointmentsQuery(date: string, doctorId?: string) {
  const query = {
    ...(date === '' ? {} : { date }),
    ...(doctorId === undefined ? {} : { doctorId }),
  };
  return queryOptions({
    queryKey: [...appointmentRoot, 'hospital', query],
    queryFn: async ({ signal }) => {
      const days = { date: '', today: '' };
      const appointments = await everyPage(async (after) => {
        const page = { ...query, ...pageBehind(after) };
        const reply = await call(listHospitalAppointments, { query: page, signal });
        Object.assign(days, { date: reply.date, today: reply.today });
        return { rows: reply.appointments, next: reply.next };
      });
      return { ...days, appointments };
    },
    staleTime: 10 * second,
    gcTime: 10 * minute,
  });
}

/**
 * How full each day of a month is for a doctor; without a date, of the current month at the
 * hospital.
 */
export function timetableMonthQuery(doctorId: string, date: string) {
  return queryOptions({
    queryKey: [...appointmentRoot, 'month', doctorId, date],
    queryFn: ({ signal }) =>
      call(getTimetableMonth, {
        params: { id: doctorId },
        query: date === '' ? {} : { date },
        signal,
      }),
    staleTime: 10 * second,
    gcTime: 5 * minute,
  });
}

/**
 * The minimum length of a search text for patients. Fewer letters would match nearly every patient.
 */
export const leastSought = 2;

/** Patients of the hospital, by a part of the name, the phone or the email. */
export function knownPatientsQuery(search: string) {
  return queryOptions({
    queryKey: [...appointmentRoot, 'patients', search],
    queryFn: async ({ signal }) => {
      const { patients } = await call(findKnownPatients, { body: { search }, signal });
      return patients;
    },
    enabled: search.length >= leastSought,
    staleTime: minute,
    gcTime: 5 * minute,
  });
}
