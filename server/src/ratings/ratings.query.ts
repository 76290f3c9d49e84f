/**
 * Reads a patient's own ratings, and for an administrator the ratings that the hospital received
 * [ENT-4].
 */
import { listShown } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type {
  listReceivedRatings as listReceivedEndpoint,
  OwnRating,
} from '@baari/contract/doctor/rating.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { PatientContext, StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  countByStars,
  listDoctorNames,
  listRatedMonths,
  listRatingsOfAccount,
  listRatingsOfHospital,
  type RatingFilter,
} from './ratings.store.ts';
import { ownRatingView, ratingSummaryView, receivedRatingView } from './ratings.view.ts';

const monthsShown = 12;

export async function listOwnRatings({
  db,
  actor,
}: PatientContext): Promise<Result<{ ratings: OwnRating[] }>> {
  const rows = await listRatingsOfAccount(db, actor.userId, listShown);
  return ok({ ratings: rows.map(ownRatingView) });
}

/**
 * Lists received ratings. Comments are patient data, so reading them is recorded [guarantees, security 13].
 */
export async function listReceivedRatings(
  context: StaffContext,
  filter: RatingFilter,
): Promise<Result<ReplyOf<typeof listReceivedEndpoint>>> {
  const { db, actor } = context;
  const { hospitalId } = actor;
  const [rows, stars, months, doctors] = await Promise.all([
    listRatingsOfHospital(db, hospitalId, filter, listShown),
    countByStars(db, hospitalId, filter.doctorId),
    listRatedMonths(db, hospitalId, filter.doctorId, monthsShown),
    listDoctorNames(db, hospitalId),
  ]);
  await recordAudit(db, context, {
    action: 'read ratings',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  return ok({
    ratings: rows.map(receivedRatingView),
    summary: ratingSummaryView(stars, months),
    doctors,
  });
}
