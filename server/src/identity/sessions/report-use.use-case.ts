/** Records that a person uses the page; returns the time at which the session would end. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { reportUse as endpoint } from '@baari/contract/account/identity.ts';
import type { PersonActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';

/**
 * Answers a page's report that a person uses it. authenticate.ts has already recorded the use, as
 * it does for every API call.
 */
export function reportUse({
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  return Promise.resolve(ok({ idleMinutes: actor.idleMinutes }));
}
