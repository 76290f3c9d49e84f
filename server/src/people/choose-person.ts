/** The person for whom a patient asks: the account's own person or another of its people [PROF-1]. */
import { upsertOwnPatient } from '../identity/sessions/identity.store.ts';
import { namelessPatient } from '../identity/sessions/identity.view.ts';
import type { PatientActor } from '../platform/actor.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { lockChosenPerson } from './people.store.ts';

/** Writes the account's own person, because the patient may never have made the role call. */
export async function keepOwnPerson(tx: Queryable, actor: PatientActor): Promise<void> {
  await upsertOwnPatient(tx, {
    accountId: actor.userId,
    email: actor.email,
    name: actor.name === '' ? undefined : actor.name,
    phone: undefined,
    nameless: namelessPatient,
  });
}

/**
 * The person's id; locks the person until the transaction ends. Refuses with not_found a person who is not, or no
 * longer, of this account.
 */
export async function choosePerson(
  tx: Queryable,
  actor: PatientActor,
  personId: string | undefined,
): Promise<Result<string>> {
  if (personId === undefined || personId === actor.userId) {
    await keepOwnPerson(tx, actor);
    return ok(actor.userId);
  }
  const person = await lockChosenPerson(tx, personId, actor.userId);
  return person === undefined ? refuse('not_found') : ok(person.id);
}
