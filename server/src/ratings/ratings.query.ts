/** What a patient reads of the own ratings, and an administrator of those received [ENT-4]. */
import type { OwnRating, ReceivedRating } from '@baari/contract/rating.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { listRatingsOfAccount, listRatingsOfHospital } from './ratings.store.ts';
import { ownRatingView, receivedRatingView } from './ratings.view.ts';

const ownLimit = 100;
const receivedLimit = 100;

export async function listOwnRatings({
  db,
  actor,
}: PatientContext): Promise<Result<{ ratings: OwnRating[] }>> {
  const rows = await listRatingsOfAccount(db, actor.userId, ownLimit);
  return ok({ ratings: rows.map(ownRatingView) });
}

/** Words of patients are patient data: reading them is on record [guarantees, security 13]. */
export async function listReceivedRatings(
  context: StaffContext,
): Promise<Result<{ ratings: ReceivedRating[] }>> {
  const rows = await listRatingsOfHospital(context.db, context.actor.hospitalId, receivedLimit);
  await recordAudit(context.db, context, {
    action: 'read ratings',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  return ok({ ratings: rows.map(receivedRatingView) });
}
