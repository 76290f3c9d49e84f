import type { Endpoint, ReplyOf } from '@baari/contract/endpoint.ts';
import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { doctorLists, ownHospitalQuery } from '../../api/queries/queries.ts';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { defaultZone } from '../../i18n/format.ts';

/**
 * Sends a change of the team and refetches the team after success and failure. `onSuccess` is given
 * to the hook and not to the call, because the refetch may remove the card that made the call.
 */
export function useTeamWrite<const E extends Endpoint>(
  endpoint: E,
  onSuccess?: (reply: ReplyOf<E>) => void,
): UseMutationResult<ReplyOf<E>, ApiProblem, CallInput<E>> {
  const client = useQueryClient();
  return useWrite(endpoint, {
    ...(onSuccess && { onSuccess }),
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: teamQuery().queryKey }),
        client.invalidateQueries({ queryKey: doctorLists }),
      ]);
    },
  });
}

/** The time zone of the user's hospital. */
export function useOwnZone(): string {
  return useQuery(ownHospitalQuery()).data?.timeZone ?? defaultZone;
}
