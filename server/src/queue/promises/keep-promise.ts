/**
 * Records every wait forecast shown to a patient, in the transaction of the change that caused it
 * [QST-12].
 */
import { slipMinutes } from '@baari/contract/constants.ts';
import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import {
  type PromiseKind,
  type PromiseOutcome,
  promiseInsert,
  reopenSettled,
  settlePromises,
} from '../../waits/promises.store.ts';
import { aheadInAll, forecastOf, announcedWait } from '../../waits/announced-wait.rules.ts';
import { bucketOf } from '../../waits/calibration.rules.ts';
import type { EntryRow } from '../queue.store.ts';
import { aheadOf, lineOfEntry } from '../queue.view.ts';

/**
 * The statement that records the forecast shown now, unless one of its kind exists; none without a forecast.
 */
export function promiseOf(row: EntryRow, kind: PromiseKind, now: Date): readonly Sql[] {
  const line = lineOfEntry(row, now);
  const forecast = line && forecastOf(line, aheadOf(row));
  if (line?.lineForecast === undefined || forecast === undefined) return [];
  const { minutes, lower, upper } = announcedWait(forecast, now);
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

type Left = Pick<EntryRow, 'id' | 'status' | 'cancelled_by'>;

/** Records the outcome of an entry's forecasts: the first call, or an end without one. */
export function settlePromise(tx: Queryable, row: Left, now: Date): void {
  settlePromises(tx, row.id, outcomeOf(row), now);
}

/** Drops the open forecasts of a moved entry: they were about another position. */
export function forgetPromise(tx: Queryable, row: Left, now: Date): void {
  settlePromises(tx, row.id, 'moved', now);
}

/**
 * Reopens the forecasts that an undone end had settled. Within minutes the position is the same as
 * forecast; later they are dropped.
 */
export function reopenPromises(
  tx: Queryable,
  { id, ended_at: endedAt }: EntryRow,
  now: Date,
): void {
  if (endedAt === null) return;
  const isOwed = now.getTime() - endedAt.getTime() <= slipMinutes * 60_000;
  reopenSettled(tx, id, endedAt, { isOwed, now });
}

/**
 * Reopens the forecasts that were settled by an end which staff undid. Within minutes the forecast position still
 * holds; later the forecasts are dropped.
 */
function outcomeOf({ status, cancelled_by }: Left): PromiseOutcome {
  if (status === 'no_show') return 'no_show';
  if (status === 'cancelled') return cancelled_by === 'staff' ? 'removed' : 'left';
  return 'called';
}
