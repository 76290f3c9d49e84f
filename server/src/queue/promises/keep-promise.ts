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
  listUntold,
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
 * The statement that records the forecast shown now, unless one of its kind exists; none without a forecast.
 */
export function promiseOf(row: EntryRow, kind: PromiseKind, now: Date): readonly Sql[] {
  const line = lineOfEntry(row, now);
  const forecast = line && promisableForecast(line, aheadOf(row));
  if (line?.lineForecast === undefined || forecast === undefined) return [];
  const { minutes, lower, upper } = announcedWait(forecast, line);
  const { expected, deviation } = forecast;
  const promise = {
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
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

/** Records a shown forecast without another change; the first one of a kind stays. */
export async function recordPromise(
  tx: Queryable,
  row: EntryRow,
  kind: PromiseKind,
  now: Date,
): Promise<void> {
  for (const statement of promiseOf(row, kind, now)) await tx.run(statement);
}

type Left = Pick<EntryRow, 'id' | 'status' | 'cancelled_by' | 'close_reason' | 'approved_at'>;

/** Records the outcome of an entry's forecasts: the first call, or an end without one. */
export function settlePromise(tx: Queryable, row: Left, now: Date): void {
  settlePromises(tx, row.id, { outcome: outcomeOf(row), isClosed: row.close_reason !== null }, now);
  if (row.approved_at === null) countEndedRequest(tx, row.id);
}

/** Patients ask for these moves; all others are the desk's. */
const patientsMoves: ReadonlySet<ActionName> = new Set(['go_later', 'run_late']);

/** Replaces the open forecasts of a moved entry by one for the new place. */
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
 * Reopens the forecasts that an undone end had settled. Within minutes the position is the same as
 * forecast; later a forecast for the new place replaces them.
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

/** Records the first forecast for those who joined while the line had none, such as a Busy doctor's. */
export async function recordFirstForecasts(
  db: Queryable,
  lineId: string,
  now: Date,
): Promise<void> {
  for (const id of await listUntold(db, lineId)) {
    const row = await findEntry(db, id);
    if (row === undefined) continue;
    const statements = promiseOf(row, row.status === 'waiting' ? 'joined' : 'asked', now);
    // Without a forecast for one there is none for the others.
    if (statements.length === 0) return;
    for (const statement of statements) await db.run(statement);
  }
}

/** A waiting patient with a missed call counts as called. */
function outcomeOf({ status, cancelled_by }: Left): EndOutcome {
  if (status === 'no_show') return 'no_show';
  if (status === 'rejected') return 'removed';
  if (status === 'cancelled') return cancelled_by === 'staff' ? 'removed' : 'left';
  return 'called';
}
