/** Somebody is at the page: that is noted with the session, and the page hears when it would end. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { reportUse as endpoint } from '@baari/contract/account/identity.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';

/** The use itself was noted as with every call (authenticate.ts). */
export function reportUse({ actor }: Context<Actor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  return Promise.resolve(ok({ idleMinutes: actor.idleMinutes }));
}
