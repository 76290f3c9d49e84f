import { useQuery } from '@tanstack/react-query';
import type { HospitalWayIn } from './hospital-of-email.ts';
import { siteQuery } from '../../../api/queries/site-query.ts';

export interface WaysIn {
  readonly google: boolean;
  readonly phone: boolean;
  /** Hospitals whose staff sign in with the hospital's own identity provider. */
  readonly hospitals: readonly HospitalWayIn[];
}

/** Further sign-in methods that this installation of Baari offers. Undefined until loaded. */
export function useWaysIn(): WaysIn | undefined {
  return useQuery(siteQuery()).data?.signIn;
}
