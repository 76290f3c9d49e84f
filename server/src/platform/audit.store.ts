/**
 * The audit trail: one row for each read or write of patient data by staff, for each change of who
 * may, and for each way in and out of staff [SEC-13].
 */

import {
  type AuditAction,
  type AuditDetails,
  type OperatorAuditAction,
  operatorPersonId,
} from '@baari/contract/account/audit.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { StaffActor } from './actor.ts';
import type { StaffContext } from './context.ts';
import { isStorageFull, type Queryable } from './database/database.ts';

export interface AuditedAction {
  readonly action: AuditAction;
  /** Whose data; nobody's unless told. */
  readonly patientIds?: readonly string[];
  readonly entryId?: string | undefined;
  /** 'ok' unless told. */
  readonly outcome?: 'ok' | RefusalCode;
  /** Never a patient's data: the trail outlives it. */
  readonly details?: AuditDetails | undefined;
}

const recorded = new WeakMap<Queryable, AuditedAction[]>();

/** What was put on record with this transaction's handle, so that a replay can say the same. */
export function auditedWith(tx: Queryable): readonly AuditedAction[] {
  return recorded.get(tx) ?? [];
}

/** Has what is put on record with this handle told as of a transaction; for the handle of one request. */
export function beginRecord(db: Queryable): void {
  recorded.set(db, []);
}

/** Who did it, from where and when. */
interface AuditContext extends Pick<StaffContext, 'address' | 'clock'> {
  readonly actor: Pick<StaffActor, 'userId' | 'role' | 'hospitalId'>;
}

/**
 * Writes one row; pass the transaction of the write it tells of, or the database for a read. The row of a read
 * for which there is no room is kept in memory and written later: staff go on reading while a disk is full.
 */
export async function recordAudit(
  db: Queryable,
  context: AuditContext,
  audited: AuditedAction,
): Promise<void> {
  const statement = auditStatement(db, context, audited);
  try {
    await db.run(statement);
  } catch (error) {
    const rows = waiting.get(db) ?? [];
    const isRead = 'transaction' in db;
    if (!isRead || !isStorageFull(error) || rows.length >= mostWaiting) throw error;
    waiting.set(db, [...rows, statement]);
    writeWaitingSoon(db);
  }
}

/** Rows of reads that could not be written yet, by database. */
const waiting = new WeakMap<Queryable, readonly Sql[]>();
/** With more of them than this, reads are refused as well. */
const mostWaiting = 10_000;
const writeAgainMs = 2000;
const soon = new WeakMap<Queryable, NodeJS.Timeout>();

function writeWaitingSoon(db: Queryable): void {
  if (soon.has(db)) return;
  const timer = setTimeout(() => {
    soon.delete(db);
    void writeWaitingAudits(db).then((areWritten) => {
      if (!areWritten) writeWaitingSoon(db);
    });
  }, writeAgainMs);
  soon.set(db, timer.unref());
}

/** Writes the rows of reads that had no room, the oldest first; false while there is still none. */
export async function writeWaitingAudits(db: Queryable): Promise<boolean> {
  for (;;) {
    const [first] = waiting.get(db) ?? [];
    if (first === undefined) return true;
    try {
      await db.run(first);
    } catch {
      return false;
    }
    waiting.set(db, waiting.get(db)?.slice(1) ?? []);
  }
}

/** The same as a statement, for who sends it with another one; it counts as put on record. */
export function auditStatement(
  db: Queryable,
  { actor, address, clock }: AuditContext,
  audited: AuditedAction,
): Sql {
  const { action, patientIds = [], entryId = null, outcome = 'ok' } = audited;
  // The database itself lives as long as the process; a transaction or a request ends.
  if (!('transaction' in db) || recorded.has(db)) recorded.set(db, [...auditedWith(db), audited]);
  return sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address,
      outcome, details)
    values (${clock.now()}, ${actor.userId}, ${actor.role}, ${actor.hospitalId}, ${action},
      ${patientIds}, ${entryId}, ${address}, ${outcome}, ${asJson(audited.details)}::jsonb)`;
}

/** One of many rows, by whom and from where. */
export interface AuditedBy extends Omit<AuditedAction, 'entryId'> {
  readonly actor: StaffActor;
  readonly address: string;
}

/** Writes many rows as one statement. */
export async function recordAudits(
  db: Queryable,
  at: Date,
  audited: readonly AuditedBy[],
): Promise<void> {
  const rows = audited.map(({ actor, address, action, patientIds, outcome, details }) => ({
    user_id: actor.userId,
    role: actor.role,
    hospital_id: actor.hospitalId,
    action,
    patient_ids: patientIds ?? [],
    address,
    outcome: outcome ?? 'ok',
    details: details ?? null,
  }));
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome,
      details)
    select ${at}::timestamptz, user_id, role, hospital_id, action, patient_ids, address, outcome,
      details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (user_id uuid, role text, hospital_id uuid,
      action text, patient_ids uuid[], address text, outcome text, details jsonb)`);
}

/** Somebody as the identity provider knows them: an account, whatever it works as. */
export interface AccountAct {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  /** Of this hospital alone; unless told, of each where the account works. */
  readonly hospitalId?: string | undefined;
}

/** The same for an account that may or may not work somewhere: a patient's own doings leave no row. */
export async function recordAuditOfAccount(
  db: Queryable,
  { userId, address, at, hospitalId }: AccountAct,
  { action, outcome = 'ok', details }: Omit<AuditedAction, 'patientIds' | 'entryId'>,
): Promise<void> {
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome,
      details)
    select ${at}::timestamptz, m.user_id, m.role, m.hospital_id, ${action}::text, '{}'::uuid[],
      ${address}::text, ${outcome}::text, ${asJson(details)}::jsonb
    from membership m where m.user_id = ${userId}
      and m.hospital_id = coalesce(${hospitalId ?? null}, m.hospital_id)`);
}

function asJson(details: AuditDetails | undefined): string | null {
  return details === undefined ? null : JSON.stringify(details);
}

type OperatorAct = OperatorAuditAction extends `${infer Act} hospital` ? Act : never;

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
    readonly act: OperatorAct;
    readonly hospitalId: string;
    readonly operator: string;
  },
): Promise<void> {
  await tx.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
    values (${at}, ${operatorPersonId}, 'operator', ${hospitalId},
      ${`${act} hospital` satisfies OperatorAuditAction}, '{}',
      ${`command by ${operator}`}, 'ok')`);
}
