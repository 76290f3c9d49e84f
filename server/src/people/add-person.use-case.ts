import type { Person, PersonGiven } from '@baari/contract/patient/person.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { keepOwnPerson } from './choose-person.ts';
import { isBorn, mayAdd } from './people.rules.ts';
import { countAdded, insertPerson } from './people.store.ts';
import { personView } from './people.view.ts';

/**
 * Adds a person for whom the account can join a line or book [PROF-1]. Refuses: too_many_people, a
 * future date of birth.
 */
export async function addPerson(
  { db, actor, clock }: PatientContext,
  given: PersonGiven,
): Promise<Result<{ person: Person }>> {
  const now = clock.now();
  const born = isBorn(given.dateOfBirth, now);
  if (!born.ok) return born;
  return db.transaction(async (tx) => {
    // Locks the row of the account's owner, so that concurrent additions of people are counted one
    // after the other.
    await keepOwnPerson(tx, actor);
    const allowed = mayAdd(await countAdded(tx, actor.userId));
    if (!allowed.ok) return allowed;
    return ok({ person: personView(await insertPerson(tx, actor.userId, given, now)) });
  });
}
