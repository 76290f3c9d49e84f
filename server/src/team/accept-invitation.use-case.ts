import type { StaffRole } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import type { readInvitation as readCall } from '@baari/contract/account/team.ts';
import { actForHospital } from '../identity/security-events/acting.store.ts';
import { signedInUserView } from '../identity/sessions/identity.view.ts';
import {
  endEverySession,
  setPassword,
  takeOverUnverified,
} from '../identity/sign-in/password-reset.store.ts';
import type { PasswordRule } from '../identity/provider/password-rule.ts';
import { hashPassword } from '../identity/provider/passwords.ts';
import type { PersonActor } from '../platform/actor.ts';
import { recordAuditOfAccount } from '../platform/audit/audit.store.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashToken } from './invite-doctor.use-case.ts';
import { findAccountByEmail, insertVerifiedAccount } from './invited-account.store.ts';
import { findStaffInvitation, takeStaffInvitation } from './staff-invitation.store.ts';
import { findInvitation, insertMember, takeInvitation } from './team.store.ts';

/** What an invitation offers: the role of one of the hospital's doctors, or another staff role. */
interface Invited {
  readonly hospitalId: string;
  readonly hospitalName: string;
  readonly role: StaffRole;
  /** The doctor's name; empty if the invitation is for another role. */
  readonly doctorName: string;
  readonly doctorId: string | null;
  /** The invited address; null for an invitation by link. */
  readonly email: string | null;
  /**
   * Uses up the invitation for an account. If two accounts try at the same moment, one succeeds.
   */
  readonly take: (tx: Queryable, userId: string, now: Date) => Promise<boolean>;
}

async function findInvited(db: Queryable, token: string, now: Date): Promise<Invited | undefined> {
  const tokenHash = hashToken(token);
  const doctors = await findInvitation(db, tokenHash, now);
  if (doctors !== undefined) {
    return {
      hospitalId: doctors.hospital_id,
      hospitalName: doctors.hospital_name,
      role: 'doctor',
      doctorName: doctors.doctor_name,
      doctorId: doctors.doctor_id,
      email: doctors.email,
      take: async (tx, _userId, at) => (await takeInvitation(tx, tokenHash, at)) !== undefined,
    };
  }
  const staffs = await findStaffInvitation(db, tokenHash, now);
  return (
    staffs && {
      hospitalId: staffs.hospital_id,
      hospitalName: staffs.hospital_name,
      role: staffs.role,
      doctorName: '',
      doctorId: null,
      email: staffs.email,
      take: (tx, userId, at) => takeStaffInvitation(tx, staffs.id, userId, at),
    }
  );
}

/** Reads what an invitation offers; refuses one that no longer works [ROLE-8, ROLE-6]. */
export async function readInvitation(
  { db, clock }: Context,
  token: string,
): Promise<Result<ReplyOf<typeof readCall>>> {
  const invited = await findInvited(db, token, clock.now());
  if (invited === undefined) return refuse('invitation_invalid');
  const { hospitalName, role, doctorName, email } = invited;
  const account = email === null ? undefined : await findAccountByEmail(db, email);
  const hasAccount = email === null || account?.isVerified === true;
  return ok({ hospitalName, role, doctorName, email, hasAccount });
}

/**
 * Gives the role to a person with a verified account; if the invitation names an email, it must be
 * the account's. The person may also work elsewhere. The session then acts for this hospital
 * [ROLE-8, ROLE-9, ROLE-6].
 */
export async function acceptInvitation(
  { db, actor, clock, address }: Context<PersonActor>,
  token: string,
): Promise<Result<{ user: SignedInUser }>> {
  if (!actor.emailVerified) return refuse('email_not_verified');
  return db.transaction(async (tx) => {
    const now = clock.now();
    const invited = await findInvited(tx, token, now);
    if (invited === undefined) return refuse('invitation_invalid');
    const isMeant = invited.email === null || actor.email?.toLowerCase() === invited.email;
    if (!isMeant) return refuse('email_mismatch');
    if (!(await invited.take(tx, actor.userId, now))) return refuse('invitation_invalid');
    const { hospitalId, role, doctorId } = invited;
    const isAdded = await insertMember(tx, {
      userId: actor.userId,
      hospitalId,
      role,
      title: null,
      doctorId,
    });
    if (!isAdded) return refuse('already_staff');
    await recordAuditOfAccount(
      tx,
      { userId: actor.userId, address, at: now, hospitalId },
      acceptedAs(invited),
    );
    const acting = await actForHospital(tx, actor, hospitalId, now);
    // A session made by another hospital's single sign-on keeps acting for that hospital.
    if (acting === undefined) return ok({ user: signedInUserView(actor) });
    const isAtSeveral = actor.hospitalId !== null;
    return ok({ user: signedInUserView({ ...actor, role, hospitalId, doctorId, isAtSeveral }) });
  });
}

interface Newcomer {
  readonly token: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/**
 * Lets a person without an account set a password and take the role; the mailed link proves the
 * address. An unverified account of that address may be a squatter's and is taken over; the owner
 * of a verified account must sign in. A link invitation proves no address, so it is refused here
 * [ROLE-8, guarantees 9].
 */
export async function acceptInvitationAsNewcomer(
  { db, clock, address }: Context,
  { token, password, name: given }: Newcomer,
  passwordRule: PasswordRule,
): Promise<Result<{ email: string }>> {
  // Hashing a password is expensive, so the invitation is checked first.
  if (((await findInvited(db, token, clock.now()))?.email ?? null) === null) {
    return refuse('invitation_invalid');
  }
  const chosen = await passwordRule(password);
  if (!chosen.ok) return chosen;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const invited = await findInvited(tx, token, now);
    const email = invited?.email ?? null;
    if (invited === undefined || email === null) return refuse('invitation_invalid');
    const known = await findAccountByEmail(tx, email);
    if (known?.isVerified === true) return refuseKnown();
    const [beforeAt = email] = email.split('@');
    const name = invited.doctorName === '' ? (given ?? beforeAt) : invited.doctorName;
    const userId = known?.id ?? (await insertVerifiedAccount(tx, email, name));
    if (userId === undefined) return refuseKnown();
    if (!(await invited.take(tx, userId, now))) return refuse('invitation_invalid');
    await takeOverUnverified(tx, userId);
    await endEverySession(tx, userId);
    await setPassword(tx, userId, passwordHash);
    const { hospitalId, role, doctorId } = invited;
    const isAdded = await insertMember(tx, { userId, hospitalId, role, title: null, doctorId });
    if (!isAdded) return refuse('account_exists');
    await recordAuditOfAccount(tx, { userId, address, at: now, hospitalId }, acceptedAs(invited));
    return ok({ email });

    /** Another call may have created the account a moment ago with the same invitation. */
    async function refuseKnown(): Promise<Result<never>> {
      const isStillOpen = (await findInvited(tx, token, now)) !== undefined;
      return refuse(isStillOpen ? 'account_exists' : 'invitation_invalid');
    }
  });
}

function acceptedAs({ doctorId, role }: Pick<Invited, 'doctorId' | 'role'>) {
  const details = { from: 'patient', to: role };
  return {
    action: 'accept invitation',
    details: doctorId === null ? details : { doctorId, ...details },
  } as const;
}
