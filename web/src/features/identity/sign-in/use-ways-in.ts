import { useQuery } from '@tanstack/react-query';
import type { HospitalWayIn } from './hospital-of-email.ts';
import { siteQuery } from '../../../api/queries/site-query.ts';

export interface WaysIn {
  readonly google: boolean;
  readonly phone: boolean;
  /** Those that sign their staff in themselves. */
  readonly hospitals: readonly HospitalWayIn[];
}

/** The ways in besides email and password that this installation offers; undefined until known. */
export function useWaysIn(): WaysIn | undefined {
  return useQuery(siteQuery()).data?.signIn;
}
