import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';

export interface WaysIn {
  readonly google: boolean;
  readonly phone: boolean;
}

/** The ways in besides email and password that this installation offers; undefined until known. */
export function useWaysIn(): WaysIn | undefined {
  return useQuery(siteQuery()).data?.signIn;
}
