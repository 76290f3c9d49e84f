/**
 * Mails a link to a doctor whom the hospital added. The link works once, within 7 days, and gives
 * the recipient the role of exactly that doctor [ROLE-8].
 */
import { createHash, randomBytes } from 'node:crypto';
import type { OpenInvitation } from '@baari/contract/account/team.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayCause } from '../platform/messages/send-budget.ts';
import { invitationMail } from './invitation-mail.ts';
import { deleteInvitation, lockDoctorToInvite, upsertInvitation } from './team.store.ts';
import { invitationView } from './team.view.ts';

const validMs = 7 * 86_400_000;

/** The hash of a token as stored, so that a copy of the database does not reveal the links. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Sends the invitation to a doctor, or sends it again. Refuses a doctor who already has an account,
 * and a deactivated doctor.
 */
export async function inviteDoctor(
  context: MemberContext,
  doctorId: string,
  publicUrl: string,
): Promise<Result<{ invitation: OpenInvitation }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const doctor = await lockDoctorToInvite(tx, doctorId);
    if (doctor?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    if (doctor.is_deactivated) return refuse('doctor_deactivated');
    if (doctor.has_account) return refuse('doctor_has_account');
    const sent = await sendInvitation(tx, doctorId, actor.userId, clock.now(), publicUrl);
    if (!sent.ok) return sent;
    await recordAudit(tx, context, { action: 'invite doctor', details: { doctorId } });
    return ok({ invitation: sent.value });
  });
}

/**
 * Sends the invitation inside the transaction that adds the doctor. Refuses a closed hospital with
 * hospital_closed, and more invitations a day than `sender` or the hospital may send.
 */
export async function sendInvitation(
  tx: Queryable,
  doctorId: string,
  sender: string,
  now: Date,
  publicUrl: string,
): Promise<Result<OpenInvitation>> {
  const doctor = await lockDoctorToInvite(tx, doctorId);
  if (doctor === undefined) throw new Error('The doctor to invite cannot be read.');
  if (await isClosedHospital(tx, doctor.hospital_id)) return refuse('hospital_closed');
  const hospital = {
    id: doctor.hospital_id,
    name: doctor.hospital_name,
    standing: doctor.hospital_standing,
    language: doctor.hospital_language,
  };
  const from = { id: hospital.id, isConfirmed: hospital.standing === 'confirmed' };
  const parties = { sender, hospital: from, receiver: doctor.email };
  const allowed = await mayCause(tx, 'invitation', parties, now);
  if (!allowed.ok) return allowed;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + validMs);
  await upsertInvitation(tx, {
    doctorId,
    hospitalId: doctor.hospital_id,
    email: doctor.email,
    tokenHash: hashToken(token),
    sentAt: now,
    expiresAt,
  });
  const link = `${publicUrl}/invitation?token=${token}`;
  await enqueueMail(tx, invitationMail(doctor.email, doctor.name, hospital, link), now);
  const invitation = invitationView({
    doctor_id: doctorId,
    hospital_id: doctor.hospital_id,
    hospital_name: doctor.hospital_name,
    doctor_name: doctor.name,
    email: doctor.email,
    sent_at: now,
    expires_at: expiresAt,
  });
  return ok(invitation);
}

/** Withdraws an invitation: the link stops working at once. */
export async function revokeInvitation(
  context: MemberContext,
  doctorId: string,
): Promise<Result<{ withdrawn: boolean }>> {
  return context.db.transaction(async (tx) => {
    const doctor = await lockDoctorToInvite(tx, doctorId);
    if (doctor?.hospital_id !== context.actor.hospitalId) return refuse('not_found');
    const withdrawn = await deleteInvitation(tx, doctorId);
    await recordAudit(tx, context, { action: 'withdraw invitation', details: { doctorId } });
    return ok({ withdrawn });
  });
}
