import { passwordMinLength } from '@baari/contract/constants.ts';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../queries/site-query.ts';

/** Characters that this installation asks of a new password at least [CONST-3]. */
export function usePasswordMin(): number {
  return useQuery(siteQuery()).data?.passwordMin ?? passwordMinLength;
}
