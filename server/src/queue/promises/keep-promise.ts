/**
 * Records every wait forecast shown to a patient, in the transaction of the change that caused it
 * [QST-12].
 */
import { slipMinutes } from '@baari/contract/constants.ts';
import type { ActionName } from '@baari/contract/queue/queue-actions.ts';
import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import {
  countEndedRequest,
  type EndOutcome,
  listUnannounced,
  movePromises,
  type PromiseKind,
  promiseInsert,
  reopenSettled,
  settlePromises,
} from '../../waits/promises.store.ts';
import { aheadInAll, announcedWait, promisableForecast } from '../../waits/announced-wait.rules.ts';
import { bucketOf } from '../../waits/calibration.rules.ts';
import { type EntryRow, findEntry } from '../queue.store.ts';
import { aheadOf, lineOfEntry } from '../queue.view.ts';

/**
 * The SQL statement that records the forecast shown now. The result is empty if the entry already
 * has a forecast of this kind, or if there is no forecast.
 */
export function promiseOf(row: EntryRow, kind: PromiseKind, now: Date): readonly Sql[] {
  const line = lineOfEntry(row, now);
  const forecast = line && promisableForecast(line, aheadOf(row));
  if (line?.lineForecast === undefined || forecast === undefined) return [];
  const { minutes, lower, upper } = announcedWait(forecast, line);
  const { expected, deviation } = forecast;
  const promise = {
    hospitalId: row.hospital_id,
    doctorId: row.line_id,
    entryId: row.id,
    kind,
    madeAt: now,
    state: line.lineForecast.group,
    ahead: row.ahead,
    bucket: bucketOf(aheadInAll(line, aheadOf(row)).visits),
    expected,
    deviation,
    median: minutes,
    lower,
    upper,
  };
  return [promiseInsert(promise)];
}

/**
 * Records a shown forecast when the entry itself did not change. An entry's first forecast of each
 * kind is never replaced.
 */
export async function recordPromise(
  tx: Queryable,
  row: EntryRow,
  kind: PromiseKind,
  now: Date,
): Promise<void> {
  for (const statement of promiseOf(row, kind, now)) await tx.run(statement);
}

type Left = Pick<EntryRow, 'id' | 'status' | 'cancelled_by' | 'close_reason' | 'approved_at'>;

/** Records how the wait that was forecast ended: with the first call, or without a call. */
export function settlePromise(tx: Queryable, row: Left, now: Date): void {
  settlePromises(tx, row.id, { outcome: outcomeOf(row), isClosed: row.close_reason !== null }, now);
  if (row.approved_at === null) countEndedRequest(tx, row.id);
}

/** Actions by which patients change their own position. All other moves are made by the desk. */
const patientsMoves: ReadonlySet<ActionName> = new Set(['go_later', 'run_late']);

/**
 * Closes the open forecasts of an entry that moved, and records a forecast for the new position.
 */
export function movePromise(
  tx: Queryable,
  row: EntryRow,
  name: ActionName,
  now: Date,
): readonly Sql[] {
  movePromises(tx, row.id, patientsMoves.has(name) ? 'passed' : 'all', now);
  return row.called_at === null ? promiseOf(row, 'joined', now) : [];
}

/**
 * Reopens the forecasts that were settled when an entry ended by mistake. Within minutes the old
 * forecast still applies. Later, a forecast for the new position replaces it.
 */
export function reopenPromises(
  tx: Queryable,
  { id, ended_at: endedAt }: EntryRow,
  changed: EntryRow,
  now: Date,
): readonly Sql[] {
  if (endedAt === null) return [];
  const isOwed = now.getTime() - endedAt.getTime() <= slipMinutes * 60_000;
  reopenSettled(tx, id, endedAt, { isOwed, now });
  return changed.status === 'waiting' ? promiseOf(changed, 'joined', now) : [];
}

/**
 * Records the first forecast for patients who joined while the line had no forecast, for example
 * because the doctor was Busy.
 */
export async function recordFirstForecasts(
  db: Queryable,
  lineId: string,
  now: Date,
): Promise<void> {
  for (const id of await listUnannounced(db, lineId)) {
    const row = await findEntry(db, id);
    if (row === undefined) continue;
    const statements = promiseOf(row, row.status === 'waiting' ? 'joined' : 'asked', now);
    // If one entry of the line has no forecast, the others have none either.
    if (statements.length === 0) return;
    for (const statement of statements) await db.run(statement);
  }
}

/**
 * How a wait ended. If the patient missed a call and still waits, the wait counts as ended by a
 * call.
 */
function outcomeOf({ status, cancelled_by }: Left): EndOutcome {
  if (status === 'no_show') return 'no_show';
  if (status === 'rejected') return 'removed';
  if (status === 'cancelled') return cancelled_by === 'staff' ? 'removed' : 'left';
  return 'called';
}
