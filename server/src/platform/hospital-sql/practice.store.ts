/** Which hospitals are practice hospitals, where nothing may reach a real person [ADM-1]. */
import sql from 'sql-template-tag';
import { select, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

/** Whether a hospital is a practice hospital; false for an id that no hospital has. */
export async function isPractice(db: Queryable, hospitalId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (
    select from hospital where id::text = ${hospitalId} and practice_of is not null)`);
  return (await db.one(select({ found })``)).found;
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
