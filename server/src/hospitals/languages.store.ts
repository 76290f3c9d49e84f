/** The languages of a hospital's screens and public pages. */
import { type Language, offeredLanguages } from '@baari/contract/languages.ts';
import { select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const h = table('hospital', 'h');

/**
 * The languages of a hospital, its main language first. If the hospital is unknown or has not
 * chosen, returns the languages that native readers reviewed.
 */
export async function findHospitalLanguages(
  db: Queryable,
  hospitalId: string,
): Promise<readonly Language[]> {
  const row = await db.maybeOne(select({ languages: h.languages })`
    from hospital h where h.id = ${hospitalId}`);
  return offeredLanguages(row?.languages ?? []);
}
