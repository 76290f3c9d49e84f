/**
 * Decides who may sign in by a hospital's single sign-on, and which role an invited person gets.
 */
import type { HospitalDoor } from '../identity/provider/hospital-sign-in.plugin.ts';
import { recordAuditOfAccount } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ok, refuse } from '../platform/result.ts';
import { findPersonAt, hasInvitation, takeInvitationOf } from './hospital-door.store.ts';
import { takeStaffInvitationOf } from './staff-invitation.store.ts';
import { insertMember } from './team.store.ts';

export function makeHospitalDoor(db: Database, clock: Clock): HospitalDoor {
  return {
    async standingOf(hospitalId, email) {
      const person = await findPersonAt(db, hospitalId, { email });
      if (person?.worksThere === true) return 'works-there';
      const isInvited = await hasInvitation(db, hospitalId, email, clock.now());
      return isInvited ? 'invited' : 'stranger';
    },
    async admit(userId, hospitalId, address) {
      const person = await findPersonAt(db, hospitalId, { userId });
      if (person === undefined) return false;
      if (person.worksThere) return true;
      const accepted = await db.transaction(async (tx) => {
        const taken = await takeInvitationOf(tx, hospitalId, person.email, clock.now());
        const by =
          taken === undefined
            ? await takeStaffInvitationOf(
                tx,
                hospitalId,
                { email: person.email, userId },
                clock.now(),
              )
            : ({ role: 'doctor', doctorId: taken.doctorId } as const);
        if (by === undefined) return refuse('invitation_invalid');
        const { role, doctorId } = by;
        const isAdded = await insertMember(tx, { userId, hospitalId, role, title: null, doctorId });
        if (!isAdded) return refuse('already_staff');
        await recordAuditOfAccount(
          tx,
          { userId, address, at: clock.now(), hospitalId },
          {
            action: 'accept invitation',
            details: {
              from: 'patient',
              to: role,
              way: 'hospital',
              ...(doctorId !== null && { doctorId }),
            },
          },
        );
        return ok(undefined);
      });
      return accepted.ok;
    },
  };
}
