/**
 * Invites receptionists and administrators: by mail for 7 days, or by a link for one day [ROLE-6].
 */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { email as emailField } from '@baari/contract/fields.ts';
import {
  type InvitedRole,
  type inviteStaff as inviteCall,
  maxOpenLinks,
  type StaffInvitation,
} from '@baari/contract/account/team.ts';
import { isClosedHospital } from '../hospitals/verification.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { pageOf } from '../platform/database/page.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayCause } from '../platform/messages/send-budget.ts';
import { maxPageSize } from '@baari/contract/constants.ts';
import { staffInvitationMail } from './invitation-mail.ts';
import { hashToken } from './invite-doctor.use-case.ts';
import {
  countOpenLinks,
  deleteStaffInvitation,
  insertStaffInvitation,
  isMembersEmail,
  listStaffInvitations as readInvitations,
  readInvitingHospital,
} from './staff-invitation.store.ts';
import { lockTeam } from './team.store.ts';
import { staffInvitationView } from './team.view.ts';

const dayMs = 86_400_000;
const mailValidMs = 7 * dayMs;
const linkValidMs = dayMs;

type Results = ReplyOf<typeof inviteCall>['results'];

/** Mails an invitation to each valid address. Returns the problem of each invalid address. */
export function inviteStaff(
  context: MemberContext,
  { role, emails }: BodyOf<typeof inviteCall>,
  publicUrl: string,
): Promise<Result<{ results: Results }>> {
  return withTeam(context, async (tx) => {
    const results: Results = [];
    const given = new Set(emails.map((each) => each.toLowerCase()));
    for (const each of given) results.push(await inviteOne(tx, context, role, each, publicUrl));
    return ok({ results });
  });
}

async function inviteOne(
  tx: Queryable,
  context: MemberContext,
  role: InvitedRole,
  given: string,
  publicUrl: string,
): Promise<Results[number]> {
  const parsed = emailField.safeParse(given);
  if (!parsed.success) return { email: given, invitation: null, problem: 'invalid_email' };
  const email = parsed.data.toLowerCase();
  const { hospitalId, userId } = context.actor;
  if (await isMembersEmail(tx, hospitalId, email)) {
    return { email, invitation: null, problem: 'already_staff' };
  }
  const now = context.clock.now();
  const hospital = await readInvitingHospital(tx, hospitalId);
  const from = { id: hospitalId, isConfirmed: hospital.standing === 'confirmed' };
  const parties = { sender: userId, hospital: from, receiver: email };
  const allowed = await mayCause(tx, 'invitation', parties, now);
  if (!allowed.ok) return { email, invitation: null, problem: 'too_many_messages' };
  const made = await write(tx, context, { role, email, validMs: mailValidMs });
  const link = `${publicUrl}/invitation?token=${made.token}`;
  await enqueueMail(tx, staffInvitationMail(email, role, hospital, link), now);
  return { email, invitation: made.invitation, problem: null };
}

/** Makes an invitation link that one person may use once. Refuses if too many links are open. */
export function makeStaffLink(
  context: MemberContext,
  role: InvitedRole,
  publicUrl: string,
): Promise<Result<{ invitation: StaffInvitation; url: string }>> {
  return withTeam(context, async (tx) => {
    const open = await countOpenLinks(tx, context.actor.hospitalId, context.clock.now());
    if (open >= maxOpenLinks) return refuse('too_many_links');
    const { token, invitation } = await write(tx, context, {
      role,
      email: null,
      validMs: linkValidMs,
    });
    return ok({ invitation, url: `${publicUrl}/invitation?token=${token}` });
  });
}

/** Withdraws an open invitation: its link stops working at once. */
export function revokeStaffInvitation(
  context: MemberContext,
  id: string,
): Promise<Result<{ withdrawn: boolean }>> {
  return context.db.transaction(async (tx) => {
    if (!(await lockMembership(tx, context.actor))) return refuse('forbidden');
    const withdrawn = await deleteStaffInvitation(tx, context.actor.hospitalId, id);
    if (withdrawn === undefined) return refuse('not_found');
    await recordAudit(tx, context, { action: 'withdraw invitation', details: {} });
    return ok({ withdrawn });
  });
}

export async function listStaffInvitations(
  { db, actor, clock }: MemberContext,
  after: string | undefined,
): Promise<Result<{ invitations: StaffInvitation[]; next: string | null }>> {
  const limit = maxPageSize + 1;
  const all = await readInvitations(db, actor.hospitalId, { after, limit }, clock.now());
  const { rows, next } = pageOf(all, maxPageSize, ({ id }) => id);
  return ok({ invitations: rows.map(staffInvitationView), next });
}

/**
 * Runs `work` under the lock of the hospital's team. Checks the caller's role again, and refuses
 * for a closed hospital.
 */
function withTeam<Value>(
  context: MemberContext,
  work: (tx: Queryable) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    await lockTeam(tx, actor.hospitalId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    if (await isClosedHospital(tx, actor.hospitalId)) return refuse('hospital_closed');
    return work(tx);
  });
}

async function write(
  tx: Queryable,
  context: MemberContext,
  given: { readonly role: InvitedRole; readonly email: string | null; readonly validMs: number },
): Promise<{ readonly token: string; readonly invitation: StaffInvitation }> {
  const { actor, clock } = context;
  const token = makeLinkSecret();
  const sentAt = clock.now();
  const row = await insertStaffInvitation(tx, {
    hospitalId: actor.hospitalId,
    role: given.role,
    email: given.email,
    tokenHash: hashToken(token),
    invitedBy: actor.userId,
    sentAt,
    expiresAt: new Date(sentAt.getTime() + given.validMs),
  });
  await recordAudit(tx, context, { action: 'invite staff', details: { to: given.role } });
  return { token, invitation: staffInvitationView(row) };
}
