import type { Person } from '@baari/contract/patient/person.ts';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../api/queries/queries.ts';

/** The people in the user's account, the user first. Empty while loading. */
export function usePeople(): readonly Person[] {
  return useQuery(peopleQuery()).data ?? [];
}
