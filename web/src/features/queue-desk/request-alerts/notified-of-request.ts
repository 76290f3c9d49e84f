/**
 * Which staff are alerted to a new request: a doctor only to their own, unless switched off [EV-10,
 * DOC-3].
 */
import type { SignedInUser } from '@baari/contract/account/identity.ts';

/** `tellRequests`: the doctor's switch; undefined while loading, which counts as on. */
export function isNotifiedOfRequest(
  user: Pick<SignedInUser, 'role' | 'doctorId'> | null,
  doctorId: string,
  tellRequests: boolean | undefined,
): boolean {
  if (user?.role !== 'doctor') return true;
  return user.doctorId === doctorId && tellRequests !== false;
}
