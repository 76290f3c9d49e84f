/** In which languages a hospital speaks to whoever stands before its screens or opens its public pages. */
import { type Language, offeredLanguages } from '@baari/contract/languages.ts';
import { select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const h = table('hospital', 'h');

/** The first is its own; those a native reader has checked for one that is not there or has not chosen. */
export async function findHospitalLanguages(
  db: Queryable,
  hospitalId: string,
): Promise<readonly Language[]> {
  const row = await db.maybeOne(select({ languages: h.languages })`
    from hospital h where h.id = ${hospitalId}`);
  return offeredLanguages(row?.languages ?? []);
}
