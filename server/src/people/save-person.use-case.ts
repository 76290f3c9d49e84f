import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { Person, savePerson as savePersonCall } from '@baari/contract/patient/person.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { isBorn } from './people.rules.ts';
import { lockPerson, updatePerson } from './people.store.ts';
import { personView } from './people.view.ts';

/** Saves all fields of a person of the account [PROF-1]. Refuses: not_found, own_person, changed_meanwhile. */
export async function savePerson(
  { db, actor, clock }: PatientContext,
  id: string,
  { seen, ...given }: BodyOf<typeof savePersonCall>,
): Promise<Result<{ person: Person }>> {
  if (id === actor.userId) return refuse('own_person');
  const born = isBorn(given.dateOfBirth, clock.now());
  if (!born.ok) return born;
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, id, actor.userId);
    if (person === undefined) return refuse('not_found');
    const allowed = asSeen(seen, personView(person));
    if (!allowed.ok) return allowed;
    return ok({ person: personView(await updatePerson(tx, id, given)) });
  });
}
