/** All SQL on calling from a shared line [LINE-2]. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entryStatus } from '../../platform/hospital-sql/statuses.ts';
import { isPresent } from '../../waits/line-columns.store.ts';

const e = table('queue_entry', 'e');

/** Whether entry `e` returns to an earlier step of the visit, or is back after a missed call. */
export const returns = typed<boolean>(sql`(e.is_return or e.back_at is not null)`);

const head = { id: e.id, lineNumber: e.line_number, returns };

/** The first entry of a line that can be called; undefined if no entry can be called. */
export function findHead(tx: Queryable, lineId: string): Promise<RowOf<typeof head> | undefined> {
  return tx.maybeOne(select(head)`
    from queue_entry e
    where e.doctor_id = ${lineId} and e.status = ${entryStatus.waiting} and ${isPresent(sql`e`)}
    order by e.order_key, e.id limit 1`);
}

/**
 * The number of a doctor's calls since the last call of a returning patient. Only the latest `most`
 * calls are read.
 */
export async function countSinceReturn(
  tx: Queryable,
  doctorId: string,
  most: number,
): Promise<number> {
  const called = await tx.many(select({ returns })`
    from queue_entry e
    where e.doctor_id = ${doctorId} and e.started_at is not null
    order by e.started_at desc limit ${most}`);
  const at = called.findIndex((each) => each.returns);
  return at === -1 ? most : at;
}

/** Counts a call in a shared line. A call of a returning patient sets the count back to zero. */
export async function countCall(tx: Queryable, lineId: string, isReturn: boolean): Promise<void> {
  await tx.run(sql`
    update shared_line set
      calls_since_return = case when ${isReturn} then 0 else calls_since_return + 1 end
    where id = ${lineId}`);
}

/** Records that the patient was called again. */
export async function writeRecall(
  tx: Queryable,
  entryId: string,
  { by, at, version }: { readonly by: string; readonly at: Date; readonly version: number },
): Promise<void> {
  await tx.run(sql`
    update queue_entry set recalled_at = ${at}, changed_version = ${version}, changed_at = ${at},
      changed_by = ${by}
    where id = ${entryId}`);
}
