/** Which hospitals are practice hospitals, where nothing may reach a real person [ADM-1]. */
import sql from 'sql-template-tag';
import { select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const h = table('hospital', 'h');

/**
 * Whether messages about a hospital may leave: not from a practice hospital, nor from one that was
 * deleted while its message waited.
 */
export async function isReal(db: Queryable, hospitalId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (
    select from hospital where id = ${hospitalId} and practice_of is null)`);
  return (await db.one(select({ found })``)).found;
}

/** Those of the hospitals that are practice hospitals. */
export async function findPractices(
  db: Queryable,
  hospitalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.many(select({ id: h.id })`
    from hospital h where h.id = any(${[...hospitalIds]}::uuid[]) and h.practice_of is not null`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a patient is a real one, with an account, and the hospital is a practice hospital. */
export async function isRealInPractice(
  db: Queryable,
  { hospitalId, patientId }: { readonly hospitalId: string; readonly patientId: string },
): Promise<boolean> {
  const found = typed<boolean>(sql`exists (
    select from hospital h, patient p
    where h.id = ${hospitalId} and h.practice_of is not null
      and p.id = ${patientId} and p.account_id is not null)`);
  return (await db.one(select({ found })``)).found;
}
