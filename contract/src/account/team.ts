/** A hospital's staff: invitations, join requests and roles [JOINH-1, JOINH-2, ROLE-8]. */
import { z } from 'zod';
import { joinRequestStatuses, maxLength, maxPageSize, staffRoles } from '../constants.ts';
import { patientsAnswer } from '../doctor/doctor.ts';
import { endpoint } from '../endpoint.ts';
import {
  after,
  email,
  fieldMessages,
  idParams,
  instant,
  nameText,
  nextPage,
  password,
  phone,
  requiredName,
  requiredText,
  text,
  uuid,
} from '../fields.ts';
import { signedInUser } from './identity.ts';

/**
 * Titles that an applicant may choose; approving the applicant derives the role from the title [JOINH-1].
 */
export const joinableTitles = [
  'doctor',
  'nurse',
  'receptionist',
  'admin',
  'technician',
  'other',
] as const;
export type JoinableTitle = (typeof joinableTitles)[number];

/**
 * The fields of the form to join a hospital's staff, without the password, which only the identity
 * provider receives.
 */
export const joinApplication = z.object({
  hospitalId: uuid,
  firstName: requiredName(maxLength.name),
  lastName: requiredName(maxLength.name),
  email,
  phone,
  role: z.enum(joinableTitles, { error: fieldMessages.choice }),
  department: nameText(maxLength.name).default(''),
});
export type JoinApplication = z.infer<typeof joinApplication>;

export const joinRequest = z.object({
  id: uuid,
  hospital: z.object({ id: uuid, name: z.string() }),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(joinableTitles),
  department: z.string(),
  status: z.enum(joinRequestStatuses),
  requestedAt: instant,
  /** The administrator's reason for a refusal; null for none. */
  reason: z.string().nullable(),
  /** Approval requires a verified email [guarantees, security 9]. */
  isEmailVerified: z.boolean(),
});
export type JoinRequest = z.infer<typeof joinRequest>;

export const teamMember = z.object({
  userId: uuid,
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(staffRoles),
  /** The job title that the applicant stated, such as nurse. */
  title: z.string().nullable(),
  doctorId: uuid.nullable(),
  joinedAt: instant,
});
export type TeamMember = z.infer<typeof teamMember>;

/** An invitation that can still be accepted. */
export const openInvitation = z.object({
  doctorId: uuid,
  doctorName: z.string(),
  email: z.string(),
  sentAt: instant,
  expiresAt: instant,
});
export type OpenInvitation = z.infer<typeof openInvitation>;

export const applyToHospital = endpoint({
  method: 'POST',
  path: '/auth/join-hospital',
  summary: "Ask to join a hospital's staff; nothing changes until an administrator approves",
  rows: ['JOINH-1', 'JOINH-2', 'API-26'],
  access: 'signed-in',
  status: 201,
  body: joinApplication,
  reply: z.object({ request: joinRequest }),
  problems: [
    'too_many_messages',
    'not_found',
    'email_mismatch',
    'already_staff',
    'join_request_pending',
  ],
});

export const getOwnApplication = endpoint({
  method: 'GET',
  path: '/auth/join-hospital',
  summary: "Get the caller's latest join request, or null",
  rows: ['JOINH-2'],
  access: 'signed-in',
  reply: z.object({ request: joinRequest.nullable() }),
  problems: [],
});

export const getTeam = endpoint({
  method: 'GET',
  path: '/hospital/team',
  summary: 'List the staff, the join requests and the invited doctors, one page of each',
  rows: ['JOINH-2', 'ROLE-8', 'API-26', 'KEEP-9'],
  access: ['hospital_admin'],
  /**
   * A parameter ending in `After` asks for the next page of one list. The other lists return their
   * first page.
   */
  query: z.object({ membersAfter: after, requestsAfter: after, invitationsAfter: after }),
  reply: z.object({
    members: z.array(teamMember).max(maxPageSize),
    requests: z.array(joinRequest).max(maxPageSize),
    invitations: z.array(openInvitation).max(maxPageSize),
    /** The total of each list. */
    total: z.object({ members: z.int(), requests: z.int(), invitations: z.int() }),
    /**
     * For each list, the id after which its next page starts; null on the last page of that list.
     */
    next: z.object({ members: nextPage, requests: nextPage, invitations: nextPage }),
  }),
  problems: ['forbidden'],
});

export const approveApplication = endpoint({
  method: 'POST',
  path: '/hospital/join-requests/:id/approve',
  summary: 'Approve a join request; the role follows from the title',
  rows: ['JOINH-2'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ member: teamMember }),
  problems: [
    'forbidden',
    'not_found',
    'join_request_decided',
    'applicant_not_verified',
    'already_staff',
    'doctor_has_account',
    'doctor_deactivated',
  ],
});

export const rejectApplication = endpoint({
  method: 'POST',
  path: '/hospital/join-requests/:id/reject',
  summary: 'Refuse a join request, with an optional message',
  rows: ['JOINH-2'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({ reason: text(maxLength.note).optional() }),
  reply: z.object({ request: joinRequest }),
  problems: ['forbidden', 'not_found', 'join_request_decided'],
});

export const changeMemberRole = endpoint({
  method: 'PUT',
  path: '/hospital/team/:id',
  summary: 'Make a receptionist an administrator, or the other way round',
  rows: ['JOINH-2', 'API-26'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    role: z.enum(['receptionist', 'hospital_admin'], { error: fieldMessages.choice }),
  }),
  reply: z.object({ member: teamMember }),
  problems: ['forbidden', 'not_found', 'last_admin', 'doctor_role_fixed'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/hospital/team/:id',
  summary:
    "End somebody's work here, including their access, from their next request on; for a doctor, decide what happens to waiting patients",
  rows: ['JOINH-2', 'API-26', 'DAY-2'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    /**
     * For a doctor's account: what happens to the doctor's waiting patients and requests. By
     * default the patients stay in line.
     */
    patients: patientsAnswer.optional(),
  }),
  reply: z.object({ member: teamMember }),
  problems: [
    'forbidden',
    'not_found',
    'last_admin',
    'already_there',
    'doctor_not_available',
    'no_free_doctor',
  ],
});

export const inviteDoctor = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/invitation',
  summary:
    'Send the invitation again, unless the doctor is deactivated; the earlier link stops working',
  rows: ['ROLE-8', 'API-26'],
  access: ['hospital_admin'],
  params: idParams,
  status: 201,
  reply: z.object({ invitation: openInvitation }),
  reachesOutside: true,
  problems: [
    'not_in_practice',
    'too_many_messages',
    'hospital_closed',
    'forbidden',
    'not_found',
    'doctor_has_account',
    'doctor_deactivated',
  ],
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/hospital/doctors/:id/invitation',
  summary: 'Withdraw the invitation',
  rows: ['ROLE-8'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ withdrawn: z.boolean() }),
  problems: ['forbidden', 'not_found'],
});

/** Roles that can be invited without a doctor record. */
export const invitedRoles = ['receptionist', 'hospital_admin'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** The most email addresses that can be invited in one API call. */
export const maxInvitedAtOnce = 20;
/**
 * The most unused invitation links that a hospital may have. Anyone who holds such a link may use
 * it.
 */
export const maxOpenLinks = 20;

/**
 * An invitation of a receptionist or an administrator: not yet accepted, or accepted within the
 * last week.
 */
export const staffInvitation = z.object({
  id: uuid,
  role: z.enum(invitedRoles),
  /** null for an invitation by link. */
  email: z.string().nullable(),
  sentAt: instant,
  expiresAt: instant,
  /** The account that accepted the invitation; null until it is accepted. */
  accepted: z.object({ at: instant, name: z.string(), email: z.string().nullable() }).nullable(),
});
export type StaffInvitation = z.infer<typeof staffInvitation>;

const invitedRole = z.enum(invitedRoles, { error: fieldMessages.choice });

export const listStaffInvitations = endpoint({
  method: 'GET',
  path: '/hospital/staff-invitations',
  summary:
    'List invitations of receptionists and administrators that are open or were accepted in the last week',
  rows: ['ROLE-6', 'API-26', 'KEEP-9'],
  access: ['hospital_admin'],
  query: z.object({ after }),
  reply: z.object({
    invitations: z.array(staffInvitation).max(maxPageSize),
    /** null on the last page. */
    next: nextPage,
  }),
  problems: ['forbidden'],
});

/** Why an address was not invited. */
export const inviteProblems = ['invalid_email', 'already_staff', 'too_many_messages'] as const;

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/hospital/staff-invitations',
  summary:
    'Mail invitations to receptionists or administrators, with one result per address; an earlier invitation of the same address stops working',
  rows: ['ROLE-6', 'API-26'],
  access: ['hospital_admin'],
  needsProof: true,
  status: 201,
  body: z.object({
    role: invitedRole,
    emails: z.array(requiredText(maxLength.email)).min(1).max(maxInvitedAtOnce),
  }),
  reply: z.object({
    results: z
      .array(
        z.object({
          email: z.string(),
          /** The invitation of this email address; null if none was sent. */
          invitation: staffInvitation.nullable(),
          problem: z.enum(inviteProblems).nullable(),
        }),
      )
      .max(maxInvitedAtOnce),
  }),
  reachesOutside: true,
  problems: ['forbidden', 'hospital_closed', 'not_in_practice'],
});

export const makeStaffLink = endpoint({
  method: 'POST',
  path: '/hospital/staff-links',
  summary: 'Make an invitation link that one person can use once, within a day',
  rows: ['ROLE-6', 'API-26'],
  access: ['hospital_admin'],
  needsProof: true,
  isSecret: true,
  status: 201,
  body: z.object({ role: invitedRole }),
  reply: z.object({ invitation: staffInvitation, url: z.url() }),
  reachesOutside: true,
  problems: ['forbidden', 'not_in_practice', 'hospital_closed', 'too_many_links'],
});

export const revokeStaffInvitation = endpoint({
  method: 'DELETE',
  path: '/hospital/staff-invitations/:id',
  summary: 'Withdraw an open invitation of a receptionist or an administrator',
  rows: ['ROLE-6', 'API-26'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ withdrawn: z.boolean() }),
  problems: ['forbidden', 'not_found'],
});

const invitationToken = z.string().min(20).max(200);

export const readInvitation = endpoint({
  method: 'POST',
  path: '/invitations/read',
  summary:
    'Read what an invitation offers; the token is sent in the body to keep it out of logs and browser histories',
  rows: ['ROLE-8'],
  access: 'public',
  body: z.object({ token: invitationToken }),
  reply: z.object({
    hospitalName: z.string(),
    role: z.enum(staffRoles),
    /** The doctor whom the invitation is for; empty for other roles. */
    doctorName: z.string(),
    /** null for a link, which any account with a verified email may accept. */
    email: z.string().nullable(),
    /** True: the invited person signs in to accept. False: the person sets a password to accept. */
    hasAccount: z.boolean(),
  }),
  problems: ['invitation_invalid'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/accept',
  summary:
    'Accept the invitation with a verified email, which must be the invited one where one is named',
  rows: ['ROLE-8', 'ROLE-6'],
  access: 'signed-in',
  body: z.object({ token: invitationToken }),
  reply: z.object({ user: signedInUser }),
  problems: ['invitation_invalid', 'email_mismatch', 'email_not_verified', 'already_staff'],
});

export const acceptInvitationAsNewcomer = endpoint({
  method: 'POST',
  path: '/invitations/accept-new',
  summary: 'Set a password and accept the invitation; the mailed link proves the address',
  rows: ['ROLE-8', 'ROLE-6'],
  access: 'public',
  body: z.object({
    token: invitationToken,
    password,
    /** The person's name; ignored for a doctor, whom the hospital has named. */
    name: requiredName(maxLength.name).optional(),
  }),
  reply: z.object({ email: z.string() }),
  problems: ['invitation_invalid', 'account_exists', 'weak_password'],
});
