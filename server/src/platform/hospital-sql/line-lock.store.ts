/** The advisory lock that makes all changes to one doctor's queue run one after another. */
import sql from 'sql-template-tag';
import { select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const e = table('queue_entry', 'e');

/**
 * Locks a doctor's queue; must be the transaction's first statement. The lock assigns no
 * transaction id, so within one queue the transaction ids follow the order of events.
 */
export async function lockLine(tx: Queryable, lineId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lineId}::uuid::text, 0))`);
}

/**
 * Locks the queue that contains an entry and returns the queue's id; undefined if the entry does
 * not exist. The entry may have moved to another queue during the wait for the lock.
 */
export async function lockLineOf(tx: Queryable, entryId: string): Promise<string | undefined> {
  const locked = sql`pg_advisory_xact_lock(hashtextextended(e.doctor_id::text, 0))`;
  const row = await tx.maybeOne(select({ line_id: e.doctor_id, locked: typed<string>(locked) })`
    from queue_entry e where e.id = ${entryId}`);
  return row?.line_id;
}
