/** The lock that puts everything that happens to one doctor's line in one order. */
import sql from 'sql-template-tag';
import { select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const e = table('queue_entry', 'e');

/**
 * The first statement of a transaction: it assigns no transaction id, so within a doctor the order
 * of transaction ids is the order in which things happened.
 */
export async function lockDoctor(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${doctorId}::uuid::text, 0))`);
}

/**
 * The same for the doctor in whose line an entry stands, who is answered; nothing where there is no such
 * entry. Whoever was waited for may have moved it to another doctor's line.
 */
export async function lockDoctorOf(tx: Queryable, entryId: string): Promise<string | undefined> {
  const locked = sql`pg_advisory_xact_lock(hashtextextended(e.doctor_id::text, 0))`;
  const row = await tx.maybeOne(select({ doctor_id: e.doctor_id, locked: typed<string>(locked) })`
    from queue_entry e where e.id = ${entryId}`);
  return row?.doctor_id;
}
