import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { listLinesOfHospital, listPointsOf } from './lines.store.ts';
import { sharedLineView } from './lines.view.ts';

/**
 * Lists the shared lines of the caller's hospital, by name. The list shows the tokens served at
 * each service point, but no patients' names [LINE-1].
 */
export async function listLines(
  { db, actor }: StaffContext,
  { search = '' }: { readonly search?: string | undefined } = {},
): Promise<Result<{ lines: SharedLine[] }>> {
  const rows = await listLinesOfHospital(db, actor.hospitalId, search);
  const points = await listPointsOf(
    db,
    rows.map(({ id }) => id),
  );
  return ok({ lines: rows.map((row) => sharedLineView(row, points)) });
}
