/** Queries about a doctor's work: timetable, settings and profile [DOC-1, DOC-3, DOC-4]. */
import { getDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import { getDoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import { getSchedule } from '@baari/contract/hospital/schedule.ts';
import {
  getDoctorHours,
  getTimetable,
  previewTimetable,
  type TimetableSession,
} from '@baari/contract/hospital/timetable.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { takeAnswerSent } from '../sent-with-page.ts';

const minute = 60_000;
const freshness = { staleTime: minute, gcTime: 10 * minute };

export function scheduleQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['doctor-work', 'schedule', doctorId],
    queryFn: async ({ signal }) => {
      const { schedule } = await call(getSchedule, { params: { id: doctorId }, signal });
      return schedule;
    },
    initialData: () => takeAnswerSent(getSchedule, { params: { id: doctorId } })?.schedule,
    ...freshness,
  });
}

/**
 * The query for the hours in a doctor's timetable that patients see; the result is null for a
 * doctor without a timetable [PAT-7].
 */
export function doctorHoursQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['doctor-work', 'hours', doctorId],
    queryFn: async ({ signal }) => {
      const { hours } = await call(getDoctorHours, { params: { id: doctorId }, signal });
      return hours;
    },
    initialData: () => takeAnswerSent(getDoctorHours, { params: { id: doctorId } })?.hours,
    ...freshness,
  });
}

/** The query for the timetable of one of the hospital's doctors, for staff [APPT-1]. */
export function timetableQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['doctor-work', 'timetable', doctorId],
    queryFn: async ({ signal }) => {
      const { timetable } = await call(getTimetable, { params: { id: doctorId }, signal });
      return timetable;
    },
    ...freshness,
  });
}

/**
 * The query for the times that an unsaved timetable would offer in the next days. The result is
 * stale at once, because patients keep booking.
 */
export function timetablePreviewQuery(doctorId: string, sessions: TimetableSession[]) {
  return queryOptions({
    queryKey: ['doctor-work', 'timetable-preview', doctorId, sessions],
    queryFn: ({ signal }) =>
      call(previewTimetable, { params: { id: doctorId }, body: { sessions }, signal }),
    gcTime: minute,
  });
}

/** The signed-in doctor's own settings. */
export function doctorSettingsQuery() {
  return queryOptions({
    queryKey: ['doctor-work', 'settings'],
    queryFn: async ({ signal }) => {
      const { settings } = await call(getDoctorSettings, { signal });
      return settings;
    },
    ...freshness,
  });
}

export function doctorProfileQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['doctor-work', 'profile', doctorId],
    queryFn: async ({ signal }) => {
      const { profile } = await call(getDoctorProfile, { params: { id: doctorId }, signal });
      return profile;
    },
    initialData: () => takeAnswerSent(getDoctorProfile, { params: { id: doctorId } })?.profile,
    ...freshness,
  });
}
