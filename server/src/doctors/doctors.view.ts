/** A doctor as anyone, and as a colleague, may see one [ENT-4]. */
import {
  defaultDepartment,
  defaultDoctorName,
  defaultExperienceYears,
  defaultSpecialty,
} from '@baari/contract/constants.ts';
import type { Colleague, Doctor } from '@baari/contract/doctor.ts';
import type { DoctorProfile } from '@baari/contract/doctor-profile.ts';
import type { DayOff, Schedule } from '@baari/contract/schedule.ts';
import { averageRating } from '../hospitals/average-rating.rules.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { absenceAt, weekOf, type WorkPlan } from '../schedule/schedule.rules.ts';
import { estimateWait } from '../waits/estimate.rules.ts';
import { defaultFit } from '../waits/fit.rules.ts';
import { meanConsultation, paceOf } from '../waits/pace.rules.ts';
import type { DoctorRow } from './doctors.store.ts';

/** A share of fewer says nothing. */
const fewestPromises = 20;

export function doctorView(row: DoctorRow, now: Date): Doctor {
  return {
    id: row.id,
    name: row.name || defaultDoctorName,
    specialty: row.specialty || defaultSpecialty,
    department: row.department || defaultDepartment,
    status: row.status,
    breakUntil: row.break_until?.toISOString() ?? null,
    hospital_id: row.hospital_id,
    hospitalStanding: row.hospital_standing,
    opening: openingAt(row.hospital_hours, row.time_zone, now),
    takesRequestsShut: row.takes_requests_shut,
    timeZone: row.time_zone,
    created_at: row.created_at.toISOString(),
    rating: averageRating({ sum: row.rating_sum, count: row.rating_count }),
    ratingCount: row.rating_count,
    experience: row.experience_years ?? defaultExperienceYears,
    image: row.image,
    currentQueue: row.waiting + row.in_consultation,
    totalPatients: row.completed_total,
    averageWaitTime: Math.round(row.average_wait ?? 0),
    waitIfJoinedNow: estimateWait(
      {
        ahead: row.waiting,
        mean: meanConsultation(paceOf(row), now),
        runningFor:
          row.running_since === null
            ? null
            : (now.getTime() - row.running_since.getTime()) / 60_000,
        ...absenceAt(
          workPlanOf(row),
          { breakUntil: row.break_until, consultingSince: row.running_since },
          now,
        ),
      },
      row.fit ?? defaultFit,
    ),
    promises:
      row.promises_counted < fewestPromises
        ? null
        : { kept: row.promises_kept, of: row.promises_counted },
  };
}

/** What anyone may know of a doctor's working time; on a day of the hospital [DOC-1]. */
export function scheduleView(row: DoctorRow, daysOff: readonly DayOff[], today: string): Schedule {
  return {
    doctorId: row.id,
    timeZone: row.time_zone,
    today,
    week: weekOf(workPlanOf(row)),
    hasOwnWeek: row.week !== null,
    daysOff: [...daysOff],
  };
}

export function profileView(row: DoctorRow): DoctorProfile {
  return {
    experience: row.experience_years ?? defaultExperienceYears,
    qualifications: row.qualifications,
    languages: row.languages,
    about: row.about,
  };
}

export function colleagueView(row: DoctorRow, now: Date): Colleague {
  return {
    ...doctorView(row, now),
    email: row.email,
    phone: row.phone,
    hasAccount: row.has_account,
  };
}

export function workPlanOf(row: DoctorRow): WorkPlan {
  return { zone: row.time_zone, week: row.week, hospitalHours: row.hospital_hours };
}
