/** The row lock that serialises everything that happens in one doctor's line. */
import sql from 'sql-template-tag';
import { select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const e = table('queue_entry', 'e');

/**
 * Takes the lock; must be the transaction's first statement. It assigns no transaction id, so within a doctor
 * transaction ids follow the order of events.
 */
export async function lockLine(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${doctorId}::uuid::text, 0))`);
}

/**
 * Locks the line of the doctor of an entry and answers that doctor; undefined if there is no such entry. The
 * entry may have moved to another doctor while the lock was awaited.
 */
export async function lockLineOf(tx: Queryable, entryId: string): Promise<string | undefined> {
  const locked = sql`pg_advisory_xact_lock(hashtextextended(e.doctor_id::text, 0))`;
  const row = await tx.maybeOne(select({ doctor_id: e.doctor_id, locked: typed<string>(locked) })`
    from queue_entry e where e.id = ${entryId}`);
  return row?.doctor_id;
}
