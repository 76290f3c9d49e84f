/** Consents as their owner reads them, and the profile that a hospital sees [SEC-26]. */
import {
  consentChangesShown,
  consentHospitalsShown,
  type getSharedProfile as sharedCall,
  type listConsents as ownCall,
  ownEmergenciesShown,
} from '@baari/contract/patient/consent.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  findShareable,
  listChanges,
  listOwnEmergencies,
  listOwnHospitals,
} from './consent.store.ts';
import { consentsView, ownEmergencyView, sharedProfileView } from './consent.view.ts';
import { hasConsent } from './consented.ts';

export async function getConsents({
  db,
  actor,
}: PatientContext): Promise<Result<ReplyOf<typeof ownCall>>> {
  const [hospitals, emergencies] = await Promise.all([
    listOwnHospitals(db, actor.userId, { limit: consentHospitalsShown }),
    listOwnEmergencies(db, actor.userId, ownEmergenciesShown),
  ]);
  const ids = hospitals.map(({ id }) => id);
  const changes = await listChanges(db, actor.userId, ids, consentChangesShown);
  return ok({
    hospitals: hospitals.map((hospital) => consentsView(hospital, changes)),
    emergencies: emergencies.map(ownEmergencyView),
  });
}

/**
 * Reads the profile that a patient shares with the hospital. The consent is checked at each
 * request, so that a withdrawal counts at once. The audit trail records a refused read too.
 */
export async function getSharedProfile(
  context: StaffContext,
  patientId: string,
): Promise<Result<ReplyOf<typeof sharedCall>>> {
  const { db, actor } = context;
  const row = await findShareable(db, patientId, actor.hospitalId);
  if (row === undefined) return refuse('not_found');
  await recordAudit(db, context, { action: 'read shared profile', patientIds: [patientId] });
  const { account_id: accountId } = row;
  const isShared =
    accountId !== null && (await hasConsent(db, accountId, actor.hospitalId, 'profile'));
  return ok({
    profile: isShared ? sharedProfileView(row) : null,
    hasAccount: accountId !== null,
  });
}
