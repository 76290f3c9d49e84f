/**
 * The audit trail: one row for each read or write of patient data by staff, each change of permissions, and
 * each time an account joins or leaves the staff [SEC-13].
 */

import {
  type AuditAction,
  type AuditDetails,
  type OperatorAuditAction,
  operatorPersonId,
} from '@baari/contract/account/audit.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { StaffActor } from '../actor.ts';
import type { StaffContext } from '../context.ts';
import { isStorageFull, type Queryable } from '../database/database.ts';
import type { Unstamped } from '../waiting-audits/waiting-audits.store.ts';

export interface AuditedAction {
  readonly action: AuditAction;
  /** The patients whose data was read or changed; none by default. */
  readonly patientIds?: readonly string[];
  readonly entryId?: string | undefined;
  /** The outcome of the audited action; 'ok' by default. */
  readonly outcome?: 'ok' | RefusalCode;
  /**
   * Details of the audited action. They never contain patient data, because the audit trail is kept
   * after the patient's data is erased.
   */
  readonly details?: AuditDetails | undefined;
}

const recorded = new WeakMap<Queryable, AuditedAction[]>();

/**
 * Lists the audit rows that were written with this transaction's handle. When the server sends a
 * stored response again, it writes the same audit rows again.
 */
export function auditedWith(tx: Queryable): readonly AuditedAction[] {
  return recorded.get(tx) ?? [];
}

/**
 * Starts collecting the audit rows that are written with the handle of one request; `auditedWith`
 * lists them. The handle is derived from `db`.
 */
export function beginRecord(handle: Queryable, db: Queryable): void {
  recorded.set(handle, []);
  const keeper = keepers.get(db);
  if (keeper !== undefined) keepers.set(handle, keeper);
}

/** Keeps audit rows of reads while the disk of the database is full. */
export interface AuditKeeper {
  /** Stores the audit rows outside the database; returns false if that was impossible. */
  keep(rows: readonly Unstamped[]): Promise<boolean>;
}

const keepers = new WeakMap<Queryable, AuditKeeper>();

/**
 * Sets the object that stores audit rows of reads when a full disk refuses them. Without such an
 * object these reads are refused.
 */
export function keepAudits(db: Queryable, keeper: AuditKeeper): void {
  keepers.set(db, keeper);
}

/** Who acted, from which address and when. ABDM acts for patients who scan a QR code. */
interface AuditContext extends Pick<StaffContext, 'address' | 'clock'> {
  readonly actor: Pick<StaffActor, 'userId' | 'hospitalId'> & {
    readonly role: StaffActor['role'] | 'abdm';
  };
}

/**
 * Writes one audit row. Pass the write's transaction, or the database for a read. If the disk is
 * full, the audit row of a read is written to a file and later copied into the database. Staff can
 * thus go on reading. If that file is full too, the read is refused.
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
    const { actor, address, clock } = context;
    await keepInstead(db, error, [asRow(clock.now(), { actor, address, ...audited })]);
  }
}

/**
 * Stores the audit rows outside the database if the disk is full. Throws the error if the error has
 * another cause or the rows cannot be stored.
 */
async function keepInstead(
  db: Queryable,
  error: unknown,
  rows: readonly Unstamped[],
): Promise<void> {
  const keeper = isStorageFull(error) ? keepers.get(db) : undefined;
  if (keeper === undefined || !(await keeper.keep(rows))) throw error;
}

function asRow(
  at: Date,
  { actor, address, ...audited }: AuditedAction & Pick<AuditContext, 'actor' | 'address'>,
): Unstamped {
  return {
    at,
    user_id: actor.userId,
    role: actor.role,
    hospital_id: actor.hospitalId,
    action: audited.action,
    patient_ids: audited.patientIds ?? [],
    entry_id: audited.entryId ?? null,
    address,
    outcome: audited.outcome ?? 'ok',
    details: audited.details ?? null,
  };
}

/**
 * Builds the SQL statement that writes an audit row, for a caller that sends it together with
 * another statement. The audit row counts as recorded at once.
 */
export function auditStatement(
  db: Queryable,
  { actor, address, clock }: AuditContext,
  audited: AuditedAction,
): Sql {
  const { action, patientIds = [], entryId = null, outcome = 'ok' } = audited;
  // Only short-lived handles collect rows; the database itself lives as long as the process.
  if (!('transaction' in db) || recorded.has(db)) recorded.set(db, [...auditedWith(db), audited]);
  return sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, entry_id, address,
      outcome, details)
    values (${clock.now()}, ${actor.userId}, ${actor.role}, ${actor.hospitalId}, ${action},
      ${patientIds}, ${entryId}, ${address}, ${outcome}, ${asJson(audited.details)}::jsonb)`;
}

/** One of several audit rows that are written together, with its actor and network address. */
export interface AuditedBy extends Omit<AuditedAction, 'entryId'> {
  readonly actor: StaffActor;
  readonly address: string;
}

/**
 * Writes many audit rows of reads in one statement. If the disk is full, the audit rows go to a
 * file, as with `recordAudit`.
 */
export async function recordAudits(
  db: Queryable,
  at: Date,
  audited: readonly AuditedBy[],
): Promise<void> {
  const rows = audited.map((row) => asRow(at, row));
  const statement = sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome,
      details)
    select ${at}::timestamptz, user_id, role, hospital_id, action, patient_ids, address, outcome,
      details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (user_id uuid, role text, hospital_id uuid,
      action text, patient_ids uuid[], address text, outcome text, details jsonb)`;
  try {
    await db.run(statement);
  } catch (error) {
    await keepInstead(db, error, rows);
  }
}

/** An action of a sign-in account, to be audited whatever roles the account has. */
export interface AccountAct {
  readonly userId: string;
  readonly address: string;
  readonly at: Date;
  /**
   * The only hospital whose audit trail gets the row; by default each hospital at which the
   * account's owner works.
   */
  readonly hospitalId?: string | undefined;
}

/**
 * Writes audit rows for an account whose owner may work at hospitals. A patient's own actions are
 * not audited.
 */
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

/** Writes an operator's action into the audit trail of the hospital that it concerns [SEC-20]. */
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
