/** The audit trail: one row for each read or write of patient data by staff [guarantees 13]. */

import type { RefusalCode } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import type { StaffActor } from './actor.ts';
import type { StaffContext } from './context.ts';
import type { Queryable } from './database.ts';

/** Stands for whoever runs the installation, who has no account in it. */
const operatorId = '00000000-0000-0000-0000-000000000000';

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

/** What the operator did with a hospital, in that hospital's own trail [SEC-20]. */
export async function recordOperatorAct(
  tx: Queryable,
  {
    at,
    act,
    hospitalId,
    operator,
  }: {
    readonly at: Date;
    readonly act: string;
    readonly hospitalId: string;
    readonly operator: string;
  },
): Promise<void> {
  await tx.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
    values (${at}, ${operatorId}, 'operator', ${hospitalId}, ${`${act} hospital`}, '{}',
      ${`command by ${operator}`}, 'ok')`);
}
