/** The SQL that live events of visits need. */
import { select, table } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const e = table('queue_entry', 'e');
const d = table('doctor', 'd');

/** The ids of all steps of a visit. */
export async function listSteps(db: Queryable, visitId: string): Promise<string[]> {
  const rows = await db.many(select({ id: e.id })`
    from queue_entry e where e.id = ${visitId} or e.visit_id = ${visitId}
    order by e.joined_at, e.id limit 100`);
  return rows.map(({ id }) => id);
}

/** Any doctor of the hospital; undefined without doctors. */
export async function findAnyDoctor(
  db: Queryable,
  hospitalId: string,
): Promise<string | undefined> {
  const row = await db.maybeOne(select({ id: d.id })`
    from doctor d where d.hospital_id = ${hospitalId} order by d.id limit 1`);
  return row?.id;
}
