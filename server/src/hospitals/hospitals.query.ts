/**
 * Queries on hospitals for the public, and queries of staff on their own hospital [API-19, API-23,
 * API-24].
 */
import type {
  Hospital,
  HospitalSearch,
  OwnVerification,
} from '@baari/contract/hospital/hospital.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findHospital, searchHospitals } from './hospitals.store.ts';
import { hospitalView, ownVerificationView } from './hospitals.view.ts';

/** One page of the hospitals that match a search. */
export async function listHospitals(
  context: Context,
  search: HospitalSearch,
): Promise<
  Result<{ hospitals: Hospital[]; total: number; page: number; nextPage: number | null }>
> {
  const now = context.clock.now();
  const { rows, total } = await searchHospitals(context.db, search, now);
  const { page, limit } = search;
  return ok({
    hospitals: rows.map((row) => hospitalView(row, now)),
    total,
    page,
    nextPage: page * limit < total ? page + 1 : null,
  });
}

/** One hospital as the public sees it; a hidden hospital is not found [SEC-20]. */
export async function getHospital(
  context: Context,
  id: string,
): Promise<Result<{ hospital: Hospital }>> {
  const now = context.clock.now();
  const row = await findHospital(context.db, id, now);
  if (row === undefined || row.standing === 'hidden') return refuse('not_found');
  return ok({ hospital: hospitalView(row, now) });
}

export async function getOwnHospital({
  db,
  clock,
  actor,
}: StaffContext): Promise<Result<{ hospital: Hospital }>> {
  const now = clock.now();
  const row = await findHospital(db, actor.hospitalId, now);
  return row === undefined ? refuse('not_found') : ok({ hospital: hospitalView(row, now) });
}

/** Whether patients can find the caller's hospital, and if not, why [SEC-20]. */
export async function getOwnStanding({
  db,
  clock,
  actor,
}: StaffContext): Promise<Result<{ standing: OwnVerification }>> {
  const row = await findHospital(db, actor.hospitalId, clock.now());
  return row === undefined ? refuse('not_found') : ok({ standing: ownVerificationView(row) });
}
