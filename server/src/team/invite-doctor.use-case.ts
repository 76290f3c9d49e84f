/** An added doctor is mailed a link that makes exactly that doctor, once, for 7 days [ROLE-8]. */
import { createHash, randomBytes } from 'node:crypto';
import type { OpenInvitation } from '@baari/contract/team.ts';
import { holdStanding } from '../identity/staff-standing.store.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { invitationMail } from './invitation-mail.ts';
import { deleteInvitation, holdDoctorToInvite, upsertInvitation } from './team.store.ts';
import { invitationView } from './team.view.ts';

const validMs = 7 * 86_400_000;

/** What of a token is kept: reading the database does not give the links away. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Sends the invitation, again if need be; refuses a doctor who has an account already, and a deactivated one. */
export async function inviteDoctor(
  context: StaffContext,
  doctorId: string,
  publicUrl: string,
): Promise<Result<{ invitation: OpenInvitation }>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const doctor = await holdDoctorToInvite(tx, doctorId);
    if (doctor?.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (!(await holdStanding(tx, actor))) return refuse('forbidden');
    if (doctor.is_deactivated) return refuse('doctor_deactivated');
    if (doctor.has_account) return refuse('doctor_has_account');
    const invitation = await sendInvitation(tx, doctorId, clock.now(), publicUrl);
    await recordAudit(tx, context, { action: 'invite doctor', details: { doctorId } });
    return ok({ invitation });
  });
}

/** The same inside the transaction that adds the doctor. */
export async function sendInvitation(
  tx: Queryable,
  doctorId: string,
  now: Date,
  publicUrl: string,
): Promise<OpenInvitation> {
  const doctor = await holdDoctorToInvite(tx, doctorId);
  if (doctor === undefined) throw new Error('The doctor to invite cannot be read.');
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
  await enqueueMail(tx, invitationMail(doctor.email, doctor.name, doctor.hospital_name, link), now);
  return invitationView({
    doctor_id: doctorId,
    hospital_id: doctor.hospital_id,
    hospital_name: doctor.hospital_name,
    doctor_name: doctor.name,
    email: doctor.email,
    sent_at: now,
    expires_at: expiresAt,
  });
}

/** Withdraws it: the link stops working at once. */
export async function revokeInvitation(
  context: StaffContext,
  doctorId: string,
): Promise<Result<{ withdrawn: boolean }>> {
  return context.db.transaction(async (tx) => {
    const doctor = await holdDoctorToInvite(tx, doctorId);
    if (doctor?.hospital_id !== context.actor.hospitalId) return refuse('not_found');
    const withdrawn = await deleteInvitation(tx, doctorId);
    await recordAudit(tx, context, { action: 'withdraw invitation', details: { doctorId } });
    return ok({ withdrawn });
  });
}
