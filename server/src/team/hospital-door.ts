/** Who may come in through a hospital's own sign-in, and what an invited person becomes there. */
import type { HospitalDoor } from '../identity/hospital-sign-in.plugin.ts';
import { recordAuditOfAccount } from '../platform/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { ok, refuse } from '../platform/result.ts';
import { findPersonAt, hasInvitation, takeInvitationOf } from './hospital-door.store.ts';
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
        if (taken === undefined) return refuse('invitation_invalid');
        const isAdded = await insertMember(tx, {
          userId,
          hospitalId,
          role: 'doctor',
          title: null,
          doctorId: taken.doctorId,
        });
        if (!isAdded) return refuse('already_staff');
        await recordAuditOfAccount(
          tx,
          { userId, address, at: clock.now(), hospitalId },
          {
            action: 'accept invitation',
            details: { doctorId: taken.doctorId, from: 'patient', to: 'doctor', way: 'hospital' },
          },
        );
        return ok(undefined);
      });
      return accepted.ok;
    },
  };
}
