/**
 * Remembers on this page which doctor the desk chose last. The next walk-in usually joins the same
 * line, and the form then needs only a name [DESK-7].
 */
import type { Colleague } from '@baari/contract/doctor/doctor.ts';

let last = '';

export function rememberLine(doctorId: string): void {
  last = doctorId;
}

/** Returns the doctor whom the desk chose last. Empty if the doctor does not work now. */
export function lastLine(doctors: readonly Colleague[]): string {
  const isAtWork = doctors.some(({ id, status }) => id === last && status !== 'Offline');
  return isAtWork ? last : '';
}
