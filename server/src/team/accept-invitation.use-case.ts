import type { SignedInUser } from '@baari/contract/identity.ts';
import { actForHospital } from '../identity/acting.store.ts';
import { signedInUserView } from '../identity/identity.view.ts';
import {
  endEverySession,
  setPassword,
  takeOverUnverified,
} from '../identity/password-reset.store.ts';
import type { PasswordRule } from '../identity/password-rule.ts';
import { hashPassword } from '../identity/passwords.ts';
import type { Actor } from '../platform/actor.ts';
import { recordAuditOfAccount } from '../platform/audit.store.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashToken } from './invite-doctor.use-case.ts';
import { findAccountByEmail, insertVerifiedAccount } from './invited-account.store.ts';
import { findInvitation, insertMember, takeInvitation } from './team.store.ts';

/** What an invitation is to; refuses one that no longer works [ROLE-8]. */
export async function readInvitation(
  { db, clock }: Context,
  token: string,
): Promise<
  Result<{ hospitalName: string; doctorName: string; email: string; hasAccount: boolean }>
> {
  const invitation = await findInvitation(db, hashToken(token), clock.now());
  if (invitation === undefined) return refuse('invitation_invalid');
  const account = await findAccountByEmail(db, invitation.email);
  return ok({
    hospitalName: invitation.hospital_name,
    doctorName: invitation.doctor_name,
    email: invitation.email,
    hasAccount: account?.isVerified === true,
  });
}

/**
 * A person with a verified account of the invited email becomes that doctor, whoever works elsewhere as
 * well; the session acts for that hospital from then on [ROLE-8, ROLE-9].
 */
export async function acceptInvitation(
  { db, actor, clock, address }: Context<Actor>,
  token: string,
): Promise<Result<{ user: SignedInUser }>> {
  if (!actor.emailVerified) return refuse('email_not_verified');
  return db.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, hashToken(token), clock.now());
    if (invitation === undefined) return refuse('invitation_invalid');
    if (actor.email?.toLowerCase() !== invitation.email) return refuse('email_mismatch');
    const { hospital_id: hospitalId } = invitation;
    const isAdded = await insertMember(tx, {
      userId: actor.userId,
      hospitalId,
      role: 'doctor',
      title: null,
      doctorId: invitation.doctor_id,
    });
    if (!isAdded) return refuse('already_staff');
    await recordAuditOfAccount(
      tx,
      { userId: actor.userId, address, at: clock.now(), hospitalId },
      acceptedAs(invitation.doctor_id),
    );
    const acting = await actForHospital(tx, actor, hospitalId, clock.now());
    // Another hospital's own sign-in made this session: it goes on there.
    if (acting === undefined) return ok({ user: signedInUserView(actor) });
    const { doctor_id: doctorId } = invitation;
    const isAtSeveral = actor.hospitalId !== null;
    return ok({
      user: signedInUserView({ ...actor, role: 'doctor', hospitalId, doctorId, isAtSeveral }),
    });
  });
}

/**
 * A newcomer sets a password and is that doctor: the mailed link proves the address. An account
 * that nobody had verified may be a squatter's and is taken over; a verified one has to sign in
 * [ROLE-8, guarantees 9].
 */
export async function acceptInvitationAsNewcomer(
  { db, clock, address }: Context,
  { token, password }: { readonly token: string; readonly password: string },
  passwordRule: PasswordRule,
): Promise<Result<{ email: string }>> {
  const tokenHash = hashToken(token);
  // Hashing a password is dear: not for somebody who only guesses links.
  if ((await findInvitation(db, tokenHash, clock.now())) === undefined) {
    return refuse('invitation_invalid');
  }
  const chosen = await passwordRule(password);
  if (!chosen.ok) return chosen;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash, clock.now());
    if (invitation === undefined) return refuse('invitation_invalid');
    const { email } = invitation;
    const known = await findAccountByEmail(tx, email);
    if (known?.isVerified === true) return refuse('account_exists');
    const userId = known?.id ?? (await insertVerifiedAccount(tx, email, invitation.doctor_name));
    if (userId === undefined) return refuse('account_exists');
    await takeOverUnverified(tx, userId);
    await endEverySession(tx, userId);
    await setPassword(tx, userId, passwordHash);
    const isAdded = await insertMember(tx, {
      userId,
      hospitalId: invitation.hospital_id,
      role: 'doctor',
      title: null,
      doctorId: invitation.doctor_id,
    });
    if (!isAdded) return refuse('account_exists');
    await recordAuditOfAccount(
      tx,
      { userId, address, at: clock.now(), hospitalId: invitation.hospital_id },
      acceptedAs(invitation.doctor_id),
    );
    return ok({ email });
  });
}

function acceptedAs(doctorId: string) {
  return {
    action: 'accept invitation',
    details: { doctorId, from: 'patient', to: 'doctor' },
  } as const;
}
