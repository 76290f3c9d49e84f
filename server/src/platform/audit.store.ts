/** The audit trail: one row for each read or write of patient data by staff [guarantees 13]. */

import type { RefusalCode } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import type { StaffActor } from './actor.ts';
import type { StaffContext } from './context.ts';
import type { Queryable } from './database.ts';

export interface AuditedAction {
  /** The endpoint's or action's name. */
  readonly action: string;
  readonly patientIds: readonly string[];
  readonly entryId?: string;
  readonly outcome: 'ok' | RefusalCode;
}

/** Who did it, and from where. */
interface AuditedBy extends Pick<StaffContext, 'address' | 'clock'> {
  readonly actor: Pick<StaffActor, 'userId' | 'role' | 'hospitalId'>;
}

/** Writes one row; pass the transaction of the write it tells of, or the database for a read. */
export async function recordAudit(
  db: Queryable,
  context: AuditedBy,
  audited: AuditedAction,
): Promise<void> {
  const { actor } = context;
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address, outcome)
    values (${context.clock.now()}, ${actor.userId}, ${actor.role}, ${actor.hospitalId},
      ${audited.action}, ${audited.patientIds}, ${audited.entryId ?? null}, ${context.address},
      ${audited.outcome})`);
}
