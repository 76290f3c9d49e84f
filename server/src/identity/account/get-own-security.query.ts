/** Reads how the caller signs in, and whether a second factor protects the account. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getOwnSecurity as endpoint } from '@baari/contract/account/identity.ts';
import { type PersonActor, isStaff } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { getOwnAccount } from './own-contact.store.ts';
import { doesRequireTwoFactor } from './own-security.store.ts';
import { proofContact, waysToProve } from './proof.rules.ts';
import { getWaysIn } from '../sign-in/ways-in.store.ts';

export async function getOwnSecurity({
  db,
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  const account = await getOwnAccount(db, actor.userId);
  const { hasTwoFactor, hasGoogle, hasHospitalSignIn, phone, passkeys } = await getWaysIn(
    db,
    actor.userId,
  );
  const hasPassword = account.passwordHash !== null;
  const isRequired = isStaff(actor) && (await doesRequireTwoFactor(db, actor.hospitalId));
  return ok({
    hasPassword,
    hasGoogle,
    hasHospitalSignIn,
    phone,
    provesBy: waysToProve({ hasPassword, hasTwoFactor, passkeys: passkeys.length }),
    codesGoTo: proofContact(account),
    idleMinutes: actor.idleMinutes,
    twoFactor: { isOn: hasTwoFactor, isRequired },
  });
}
