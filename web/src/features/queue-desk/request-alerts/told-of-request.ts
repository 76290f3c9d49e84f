/** Who of the staff hears of a new request: a doctor of their own, unless switched off [EV-10, DOC-3]. */
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/** `tellRequests`: the doctor's switch; undefined while it is not known, which counts as on. */
export function isToldOfRequest(
  user: Pick<SignedInUser, 'role' | 'doctorId'> | null,
  doctorId: string,
  tellRequests: boolean | undefined,
): boolean {
  if (user?.role !== 'doctor') return true;
  return user.doctorId === doctorId && tellRequests !== false;
}
