/**
 * Baari's own endpoints about the signed-in user. The endpoints of the identity library are in
 * provider.routes.ts.
 */
import {
  endOtherSessions as endOthersCall,
  endOwnSession as endSessionCall,
  actForHospital as actForCall,
  getCurrentUser as currentUser,
  getOwnSecurity as securityCall,
  listOwnHospitals as hospitalsCall,
  listOwnSessions as sessionsCall,
  listSecurityEvents as eventsCall,
  reportUse as useCall,
  setRole as roleCall,
  setStaffIdleMinutes as idleMinutesCall,
  setStaffTwoFactor as staffTwoFactorCall,
} from '@baari/contract/account/identity.ts';
import type { Route } from '../platform/http/route.ts';
import { actForAnotherHospital } from './sessions/act-for-hospital.use-case.ts';
import { endOtherSessions, endOwnSession } from './sessions/end-own-sessions.use-case.ts';
import { getCurrentUser } from './sessions/get-current-user.query.ts';
import { getOwnSecurity } from './account/get-own-security.query.ts';
import { listHospitalsOfSession } from './sessions/list-own-hospitals.query.ts';
import { listOwnSessions } from './sessions/list-own-sessions.query.ts';
import { listSecurityEvents } from './security-events/list-security-events.query.ts';
import { reportUse } from './sessions/report-use.use-case.ts';
import type { Notifying } from './security-events/security-events.ts';
import { setRole } from './account/set-role.use-case.ts';
import { setStaffIdleMinutes } from './account/set-staff-idle-minutes.use-case.ts';
import { setStaffTwoFactor } from './account/set-staff-two-factor.use-case.ts';

export function mountIdentity(route: Route, notifying: Notifying): void {
  route(currentUser, ({ context }) => getCurrentUser(context));
  route(roleCall, ({ context, body }) => setRole(context, body));
  route(hospitalsCall, ({ context }) => listHospitalsOfSession(context));
  route(actForCall, ({ context, body }) => actForAnotherHospital(context, body));
  route(sessionsCall, ({ context }) => listOwnSessions(context));
  route(endSessionCall, ({ context, params }) => endOwnSession(context, notifying, params.id));
  route(endOthersCall, ({ context }) => endOtherSessions(context, notifying));
  route(securityCall, ({ context }) => getOwnSecurity(context));
  route(staffTwoFactorCall, ({ context, body }) => setStaffTwoFactor(context, body));
  route(idleMinutesCall, ({ context, body }) => setStaffIdleMinutes(context, body));
  route(useCall, ({ context }) => reportUse(context));
  route(eventsCall, ({ context }) => listSecurityEvents(context));
}
