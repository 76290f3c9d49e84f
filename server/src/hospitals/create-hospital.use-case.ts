import { defaultTimeZone } from '@baari/contract/constants.ts';
import type { Hospital, HospitalCreation } from '@baari/contract/hospital/hospital.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { signedInUserView } from '../identity/sessions/identity.view.ts';
import { makeHospitalAdmin } from '../identity/account/make-hospital-admin.ts';
import { recordAuditOfAccount } from '../platform/audit/audit.store.ts';
import type { PersonActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findHospital, insertHospital } from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';
import { reviewVerification } from './review-verification.ts';
import { lockVerifications } from './verification.store.ts';
import { type HospitalSettings, notifyOperatorOfHospital } from './notify-operator.ts';

/**
 * Creates a hospital with the caller as administrator. Refuses an unverified email, and one that
 * differs from the form's administrator [API-18, WIZ-4, WIZ-9, ROLE-6]. Notifies the operator, and
 * hides a hospital that resembles a confirmed one until the operator has reviewed it [SEC-20].
 */
export async function createHospital(
  context: Context<PersonActor>,
  creation: HospitalCreation,
  settings: HospitalSettings,
): Promise<Result<{ hospital: Hospital; user: SignedInUser }>> {
  const { actor, clock } = context;
  if (actor.email?.toLowerCase() !== creation.adminEmail) return refuse('email_mismatch');
  const now = clock.now();
  return context.db.transaction(async (tx) => {
    await lockVerifications(tx);
    const id = await insertHospital(tx, creation, actor.userId, defaultTimeZone);
    const admin = await makeHospitalAdmin(tx, actor, id);
    if (!admin.ok) return admin;
    await recordAuditOfAccount(
      tx,
      { userId: actor.userId, address: context.address, at: clock.now(), hospitalId: id },
      { action: 'create hospital', details: { from: 'patient', to: 'hospital_admin' } },
    );
    const review = await reviewVerification(tx, id, settings.listing, now);
    const founded = { id, what: 'founded', name: creation.hospitalName } as const;
    await notifyOperatorOfHospital(tx, settings, founded, review, now);
    const adminView: SignedInUser = {
      ...signedInUserView(actor),
      role: 'hospital_admin',
      hospitalId: id,
    };
    const row = await findHospital(tx, id, now);
    if (row === undefined) throw new Error('The hospital just written cannot be read.');
    return ok({ hospital: hospitalView(row, now), user: adminView });
  });
}
