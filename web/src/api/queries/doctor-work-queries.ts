/** Queries about a doctor's work: schedule, settings and profile [DOC-1, DOC-3, DOC-4]. */
import { getDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import { getDoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import { getSchedule } from '@baari/contract/hospital/schedule.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';

const minute = 60_000;
const freshness = { staleTime: minute, gcTime: 10 * minute };

export function scheduleQuery(doctorId: string) {
  return queryOptions({
    queryKey: ['doctor-work', 'schedule', doctorId],
    queryFn: async ({ signal }) => {
      const { schedule } = await call(getSchedule, { params: { id: doctorId }, signal });
      return schedule;
    },
    ...freshness,
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
    ...freshness,
  });
}
