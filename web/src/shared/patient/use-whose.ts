import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useUser } from '../../session/session.ts';

/**
 * Returns a function that gives the name of the person in the account whom an entry, visit or
 * report belongs to. Undefined if the user is that person.
 */
export function useWhose(): (
  patient: Pick<PatientEntry['patient'], 'id' | 'name'>,
) => string | undefined {
  const user = useUser();
  return ({ id, name }) => (id === user?.id ? undefined : name);
}
