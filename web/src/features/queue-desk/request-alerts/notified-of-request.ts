/**
 * Decides which staff get an alert about a new request. Doctors get alerts only about requests to
 * themselves, unless they switched these off [EV-10, DOC-3].
 */
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/**
 * Whether the user gets an alert about a new request. `tellRequests` is the doctor's setting; while
 * loading it is undefined, which counts as on.
 */
export function isNotifiedOfRequest(
  user: Pick<SignedInUser, 'role' | 'doctorId'> | null,
  doctorId: string,
  tellRequests: boolean | undefined,
): boolean {
  if (user?.role !== 'doctor') return true;
  return user.doctorId === doctorId && tellRequests !== false;
}
