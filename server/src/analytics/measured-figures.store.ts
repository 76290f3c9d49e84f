/** All SQL on figures over all hospitals of an installation [LAND-3]. */
import sql from 'sql-template-tag';
import { rows, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';

const h = table('hospital', 'h');

/** Hospitals that patients can see and that have completed visits. */
export async function listMeasured(db: Queryable): Promise<string[]> {
  const found = await db.many(select({ id: h.id })`
    from hospital h
    where h.standing <> 'hidden' and exists (select from queue_entry e
      where e.hospital_id = h.id and e.status = ${entryStatus.completed})
    order by h.id`);
  return found.map(({ id }) => id);
}

const served = {
  hospitals: typed<number>(sql`(select count(*) from hospital where standing <> 'hidden')`),
  patients: typed<number>(sql`
    (select count(*) from patient p where exists (select from queue_entry e
      where e.patient_id = p.id and e.status = ${entryStatus.completed}
        and not exists (
          select from hospital o where o.id = e.hospital_id and o.practice_of is not null)))`),
};

/**
 * The number of hospitals that patients can see, and of patients who completed a visit at any of
 * them.
 */
export function countServed(db: Queryable): Promise<{ hospitals: number; patients: number }> {
  return db.one(rows(served, (list) => sql`select ${list}`));
}
