import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useUser } from '../../session/session.ts';

/**
 * The name of another person of the account, for an entry, visit or report; undefined for the
 * user's own.
 */
export function useWhose(): (
  patient: Pick<PatientEntry['patient'], 'id' | 'name'>,
) => string | undefined {
  const user = useUser();
  return ({ id, name }) => (id === user?.id ? undefined : name);
}
