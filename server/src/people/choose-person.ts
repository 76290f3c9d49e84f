/** For whom somebody asks: the account's own person, or another of the account's people [PROF-1]. */
import { upsertOwnPatient } from '../identity/sessions/identity.store.ts';
import { namelessPatient } from '../identity/sessions/identity.view.ts';
import type { PatientActor } from '../platform/actor.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { holdPerson } from './people.store.ts';

/** Writes the account's own person: somebody may never have made the role call that does. */
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
 * The id of the person meant, who then stays until the transaction ends. Refuses with not_found
 * whoever is not of this account or was taken off it.
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
  const person = await holdPerson(tx, personId, actor.userId);
  return person === undefined ? refuse('not_found') : ok(person.id);
}
