/** What anyone reads of hospitals, and staff of their own [API-19, API-23, API-24]. */
import type { Hospital, HospitalSearch } from '@baari/contract/hospital.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findHospital, searchHospitals } from './hospitals.store.ts';
import { hospitalView } from './hospitals.view.ts';

/** One page of the hospitals that match. */
export async function listHospitals(
  context: Context,
  search: HospitalSearch,
): Promise<
  Result<{ hospitals: Hospital[]; total: number; page: number; nextPage: number | null }>
> {
  const { rows, total } = await searchHospitals(context.db, search, context.clock.now());
  const { page, limit } = search;
  return ok({
    hospitals: rows.map(hospitalView),
    total,
    page,
    nextPage: page * limit < total ? page + 1 : null,
  });
}

export async function getHospital(
  context: Context,
  id: string,
): Promise<Result<{ hospital: Hospital }>> {
  const row = await findHospital(context.db, id, context.clock.now());
  return row === undefined ? refuse('not_found') : ok({ hospital: hospitalView(row) });
}

export function getOwnHospital(context: StaffContext): Promise<Result<{ hospital: Hospital }>> {
  return getHospital(context, context.actor.hospitalId);
}
