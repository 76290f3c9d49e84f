/** A doctor's status and the search in the team [DST-1, ADM-2]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';

/** The update sends lower case [DST-1]. */
export const statusUpdates = {
  Available: 'available',
  Busy: 'busy',
  Offline: 'offline',
} as const satisfies Record<DoctorStatus, string>;

/**
 * The status that the button on the card sets: Busy for an Available doctor, Available for all others.
 */
export function nextStatus(status: DoctorStatus): DoctorStatus {
  return status === 'Available' ? 'Busy' : 'Available';
}

type Searched = Pick<Colleague, 'name' | 'specialty' | 'department' | 'email'>;

/** Doctors for whom every word of the search occurs in one of the four fields, ignoring case. */
export function searchDoctors<Doctor extends Searched>(
  doctors: readonly Doctor[],
  search: string,
): readonly Doctor[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return doctors;
  return doctors.filter((doctor) => {
    const text = [doctor.name, doctor.specialty, doctor.department, doctor.email]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
