import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useUser } from '../../session/session.ts';

/** Whose entry, visit or report it is: a name for another of my people, undefined for myself. */
export function useWhose(): (
  patient: Pick<PatientEntry['patient'], 'id' | 'name'>,
) => string | undefined {
  const user = useUser();
  return ({ id, name }) => (id === user?.id ? undefined : name);
}
