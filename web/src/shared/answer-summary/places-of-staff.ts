/** The URLs of the queue page and of the day's appointments for each staff role. */
import type { SignedInUser } from '@baari/contract/account/identity.ts';

type Who = Pick<SignedInUser, 'role' | 'hospitalId'>;

/** The URL of the page with all lines of the hospital. */
export function queuePath({ role, hospitalId }: Who): string {
  return role === 'hospital_admin'
    ? '/hospital/dashboard?view=queue'
    : `/staff/queue/${hospitalId ?? ''}`;
}

/** The URL of the page with the day's appointments. */
export function dayPath({ role }: Who): string {
  return role === 'hospital_admin'
    ? '/hospital/dashboard?view=appointments'
    : '/staff/dashboard?view=appointments';
}
