/** The signed-in user as the server knows it now [API-27, ENT-6]. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getCurrentUser as endpoint } from '@baari/contract/account/identity.ts';
import type { PersonActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { signedInUserView } from './identity.view.ts';

export async function getCurrentUser({
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  return ok({ user: signedInUserView(actor) });
}
