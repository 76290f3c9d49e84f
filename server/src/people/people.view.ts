/** Builds the API's data on one person of an account, as the account's owner sees them [PROF-1]. */
import type { Person } from '@baari/contract/patient/person.ts';
import type { PersonRow } from './people.store.ts';

export function personView(row: PersonRow): Person {
  return {
    id: row.id,
    name: row.name,
    relation: row.id === row.account_id ? 'self' : (row.relation ?? 'other'),
    dateOfBirth: row.date_of_birth ?? '',
    gender: row.gender ?? '',
  };
}
