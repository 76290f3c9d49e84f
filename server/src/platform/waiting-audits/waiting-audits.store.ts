/** Writes audit rows that were stored outside the database to the audit trail, each once. */
import sql from 'sql-template-tag';
import type { Database } from '../database/database.ts';
import { ok } from '../result.ts';

/**
 * An audit row that is not in the audit trail yet. Its time has microseconds, which distinguish it
 * from other rows of the same millisecond.
 */
export interface WaitingRow {
  readonly at: string;
  readonly user_id: string;
  readonly role: string;
  readonly hospital_id: string;
  readonly action: string;
  readonly patient_ids: readonly string[];
  readonly entry_id: string | null;
  readonly address: string;
  readonly outcome: string;
  readonly details: object | null;
}

/** An audit row as the read request makes it, with its time in milliseconds. */
export interface Unstamped extends Omit<WaitingRow, 'at'> {
  readonly at: Date;
}

/**
 * Writes the rows that the audit trail does not have yet. Returns how many rows belong to hospitals
 * that this database does not have; these rows are not written.
 */
export async function writeRows(db: Database, rows: readonly WaitingRow[]): Promise<number> {
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (at timestamptz, user_id uuid, role text,
      hospital_id uuid, action text, patient_ids uuid[], entry_id uuid, address text, outcome text,
      details jsonb)`;
  const strangers = await db.transaction(async (tx) => {
    // A lock, because two processes that write the same rows must not both find the rows missing.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('waiting audit rows', 0))`);
    await tx.run(sql`
      insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address, outcome,
        details)
      select g.at, g.user_id, g.role, g.hospital_id, g.action, g.patient_ids, g.entry_id, g.address,
        g.outcome, g.details
      from ${given} join hospital h on h.id = g.hospital_id
      where not exists (
        select from audit a where a.hospital_id = g.hospital_id and a.at = g.at
          and a.user_id = g.user_id and a.action = g.action and a.patient_ids = g.patient_ids
          and a.entry_id is not distinct from g.entry_id and a.address = g.address)
      order by g.at`);
    return ok(
      await tx.run(sql`
        select from ${given} where not exists (select from hospital h where h.id = g.hospital_id)`),
    );
  });
  return strangers.ok ? strangers.value : rows.length;
}
