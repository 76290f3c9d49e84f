/** How I sign in, and whether a second step protects it. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getOwnSecurity as endpoint } from '@baari/contract/identity.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { doesRequireTwoFactor, getSecurity } from './own-security.store.ts';

export async function getOwnSecurity({
  db,
  actor,
}: Context<Actor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { hasPassword, hasGoogle, phone, hasTwoFactor } = await getSecurity(db, actor.userId);
  const isRequired = isStaff(actor) && (await doesRequireTwoFactor(db, actor.hospitalId));
  return ok({ hasPassword, hasGoogle, phone, twoFactor: { isOn: hasTwoFactor, isRequired } });
}
