/** A doctor as anyone, and as a colleague, may see one [ENT-4]. */
import {
  defaultDepartment,
  defaultDoctorName,
  defaultExperienceYears,
  defaultSpecialty,
} from '@baari/contract/constants.ts';
import type { Colleague, Doctor } from '@baari/contract/doctor.ts';
import { averageRating } from '../hospitals/average-rating.rules.ts';
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
        backIn: row.break_until === null ? 0 : (row.break_until.getTime() - now.getTime()) / 60_000,
      },
      row.fit ?? defaultFit,
    ),
    promises:
      row.promises_counted < fewestPromises
        ? null
        : { kept: row.promises_kept, of: row.promises_counted },
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
