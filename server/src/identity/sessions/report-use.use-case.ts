/** Records that a person uses the page; answers when the session would end. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { reportUse as endpoint } from '@baari/contract/account/identity.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';

/** Reports a use; authenticate.ts has recorded it, as for every call. */
export function reportUse({ actor }: Context<Actor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  return Promise.resolve(ok({ idleMinutes: actor.idleMinutes }));
}
