/** Gives the caller the role patient, with a name and a phone number [API-17, ROLE-6, SIGN-3]. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { setRole as endpoint } from '@baari/contract/account/identity.ts';
import { type PersonActor, isStaff } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { renameAccount, upsertOwnPatient } from '../sessions/identity.store.ts';
import { namelessPatient, signedInUserView } from '../sessions/identity.view.ts';

/**
 * Gives the caller the role patient. Refuses any other role, and any caller who works at a
 * hospital: forbidden.
 */
export async function setRole(
  { db, actor }: Context<PersonActor>,
  body: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  if (body.role !== 'patient' || isStaff(actor)) return refuse('forbidden');
  const givenName = filled(body.fullName);
  const phone = filled(body.phone);
  return db.transaction(async (tx) => {
    if (givenName !== undefined) await renameAccount(tx, actor.userId, givenName);
    await upsertOwnPatient(tx, {
      accountId: actor.userId,
      email: actor.email,
      name: givenName ?? filled(actor.name),
      phone,
      nameless: namelessPatient,
    });
    const user = { ...actor, name: givenName ?? actor.name, phone: phone ?? actor.phone };
    return ok({ user: signedInUserView(user) });
  });
}

/** An empty form field is treated as if it was not sent. */
function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
