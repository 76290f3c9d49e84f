import type { Person } from '@baari/contract/patient/person.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayRemove } from './people.rules.ts';
import { deletePerson, lockPerson, markRemoved, readTies } from './people.store.ts';
import { personView } from './people.view.ts';

/**
 * Removes a person from the account [PROF-1]. A person who was ever seen stays in the hospitals' records and
 * in the account's history. Refuses: not_found, own_person, person_in_queue, person_has_appointment.
 */
export async function removePerson(
  { db, actor, clock }: PatientContext,
  id: string,
): Promise<Result<{ person: Person }>> {
  if (id === actor.userId) return refuse('own_person');
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, id, actor.userId);
    if (person === undefined) return refuse('not_found');
    const now = clock.now();
    const ties = await readTies(tx, id, now);
    const allowed = mayRemove(ties);
    if (!allowed.ok) return allowed;
    if (ties.hasPast) await markRemoved(tx, id, now);
    else await deletePerson(tx, id);
    return ok({ person: personView(person) });
  });
}
