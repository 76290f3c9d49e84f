/** Maps endpoints to use cases [JOINH-2, ROLE-8]. */
import * as team from '@baari/contract/account/team.ts';
import type { PasswordRule } from '../identity/provider/password-rule.ts';
import type { Route } from '../platform/http/route.ts';
import {
  acceptInvitation,
  acceptInvitationAsNewcomer,
  readInvitation,
} from './accept-invitation.use-case.ts';
import { applyToHospital } from './apply-to-hospital.use-case.ts';
import { changeMemberRole, type LeavingTies, removeMember } from './change-member.use-case.ts';
import { approveApplication, rejectApplication } from './decide-application.use-case.ts';
import { inviteDoctor, revokeInvitation } from './invite-doctor.use-case.ts';
import {
  inviteStaff,
  listStaffInvitations,
  makeStaffLink,
  revokeStaffInvitation,
} from './invite-staff.use-case.ts';
import { getOwnApplication, getTeam } from './team.query.ts';

interface TeamTies extends LeavingTies {
  readonly publicUrl: string;
  readonly passwordRule: PasswordRule;
}

export function mountTeam(route: Route, { publicUrl, passwordRule, ...leaving }: TeamTies): void {
  route(team.applyToHospital, ({ context, body }) => applyToHospital(context, body, publicUrl));
  route(team.getOwnApplication, ({ context }) => getOwnApplication(context));
  route(team.getTeam, ({ context, query }) => getTeam(context, query));
  route(team.approveApplication, ({ context, params }) =>
    approveApplication(context, params.id, publicUrl),
  );
  route(team.rejectApplication, ({ context, params, body }) =>
    rejectApplication(context, params.id, body.reason ?? '', publicUrl),
  );
  route(team.changeMemberRole, ({ context, params, body }) =>
    changeMemberRole(context, params.id, body.role),
  );
  route(team.removeMember, ({ context, params, body }) =>
    removeMember(context, params.id, body.patients, leaving),
  );
  route(team.inviteDoctor, ({ context, params }) => inviteDoctor(context, params.id, publicUrl));
  route(team.revokeInvitation, ({ context, params }) => revokeInvitation(context, params.id));
  route(team.listStaffInvitations, ({ context, query }) =>
    listStaffInvitations(context, query.after),
  );
  route(team.inviteStaff, ({ context, body }) => inviteStaff(context, body, publicUrl));
  route(team.makeStaffLink, ({ context, body }) => makeStaffLink(context, body.role, publicUrl));
  route(team.revokeStaffInvitation, ({ context, params }) =>
    revokeStaffInvitation(context, params.id),
  );
  route(team.readInvitation, ({ context, body }) => readInvitation(context, body.token));
  route(team.acceptInvitation, ({ context, body }) => acceptInvitation(context, body.token));
  route(team.acceptInvitationAsNewcomer, ({ context, body }) =>
    acceptInvitationAsNewcomer(context, body, passwordRule),
  );
}
