import type { Person } from '@baari/contract/patient/person.ts';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../api/queries/queries.ts';

/** The account's people, the account's own person first; empty while loading. */
export function usePeople(): readonly Person[] {
  return useQuery(peopleQuery()).data ?? [];
}
