import { passwordMinLength } from '@baari/contract/constants.ts';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../queries/site-query.ts';

/** The minimum password length of this installation [CONST-3]. */
export function usePasswordMin(): number {
  return useQuery(siteQuery()).data?.passwordMin ?? passwordMinLength;
}
