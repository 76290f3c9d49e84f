/**
 * Decides which person a patient's request is for: the owner of the account, or another person on
 * the account [PROF-1].
 */
import { upsertOwnPatient } from '../identity/sessions/identity.store.ts';
import { namelessPatient } from '../identity/sessions/identity.view.ts';
import type { PatientActor } from '../platform/actor.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { lockChosenPerson } from './people.store.ts';

/**
 * Creates the patient record of the account's owner if it is missing. It is missing if the account
 * never called the endpoint that sets its role.
 */
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
 * Returns the person's id and locks the person until the transaction ends. Refuses with not_found a
 * person who does not belong to this account, or no longer does.
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
