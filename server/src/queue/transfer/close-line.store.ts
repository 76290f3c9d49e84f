/** All SQL on the queue entries that would end if a line were closed [DAY-1, DAY-2]. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entriesToCome } from '../../platform/hospital-sql/statuses.ts';

const e = table('queue_entry', 'e');

const mayClose = {
  id: e.id,
  joined_at: e.joined_at,
  /** Time of the entry's last change. */
  touched_at: typed<Date>(sql`greatest(e.joined_at, e.changed_at)`),
};

/**
 * Lists waiting and pending entries, the last in line first. No patient then moves up while the
 * entries are closed.
 */
export function listToClose(tx: Queryable, doctorId: string): Promise<RowOf<typeof mayClose>[]> {
  return tx.many(select(mayClose)`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.status in ${entriesToCome}
    order by e.order_key desc nulls first, e.joined_at desc, e.id`);
}
