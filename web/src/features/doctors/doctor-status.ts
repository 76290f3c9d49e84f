/** A doctor's status, and the search for doctors in the hospital's team [DST-1, ADM-2]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';

/** Maps a doctor's status to lower case, which the API expects in an update [DST-1]. */
export const statusUpdates = {
  Available: 'available',
  Busy: 'busy',
  Offline: 'offline',
} as const satisfies Record<DoctorStatus, string>;

/**
 * Returns the status that the button on a doctor's card sets: Busy for an Available doctor,
 * Available otherwise.
 */
export function nextStatus(status: DoctorStatus): DoctorStatus {
  return status === 'Available' ? 'Busy' : 'Available';
}

type Searched = Pick<Colleague, 'name' | 'specialty' | 'department' | 'email'>;

/**
 * Returns the doctors who match every word of the search, in name, specialty, department or email.
 * Upper and lower case are ignored.
 */
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
