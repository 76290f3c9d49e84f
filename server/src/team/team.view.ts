/** The API's data on members, join requests and invitations, as an administrator sees them. */
import type {
  JoinRequest,
  OpenInvitation,
  StaffInvitation,
  TeamMember,
} from '@baari/contract/account/team.ts';
import type { StaffInvitationRow } from './staff-invitation.store.ts';
import type { InvitationRow, JoinRequestRow, MemberRow } from './team.store.ts';

export function memberView(row: MemberRow): TeamMember {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    title: row.title,
    doctorId: row.doctor_id,
    joinedAt: row.created_at.toISOString(),
  };
}

export function joinRequestView(row: JoinRequestRow): JoinRequest {
  return {
    id: row.id,
    hospital: { id: row.hospital_id, name: row.hospital_name },
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.title,
    department: row.department,
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    reason: row.decision_reason,
    isEmailVerified: row.email_verified,
  };
}

export function invitationView(row: InvitationRow): OpenInvitation {
  return {
    doctorId: row.doctor_id,
    doctorName: row.doctor_name,
    email: row.email,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function staffInvitationView(row: StaffInvitationRow): StaffInvitation {
  const { accepted_at: at, accepted_name: name, accepted_email: email } = row;
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    accepted: at === null ? null : { at: at.toISOString(), name: name ?? '', email },
  };
}
