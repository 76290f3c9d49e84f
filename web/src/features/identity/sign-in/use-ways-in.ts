import { useQuery } from '@tanstack/react-query';
import type { HospitalWayIn } from './hospital-of-email.ts';
import { siteQuery } from '../../../api/queries/site-query.ts';

export interface WaysIn {
  readonly google: boolean;
  readonly phone: boolean;
  /** Hospitals with their own sign-in for staff. */
  readonly hospitals: readonly HospitalWayIn[];
}

/** Further sign-in methods of this installation; undefined until loaded. */
export function useWaysIn(): WaysIn | undefined {
  return useQuery(siteQuery()).data?.signIn;
}
