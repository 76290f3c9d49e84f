/** Every wait that a patient was told is kept on record, in the transaction of what told it [QST-12]. */
import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { estimateWait, predictWait } from '../waits/estimate.rules.ts';
import { bucketOf, defaultFit } from '../waits/fit.rules.ts';
import {
  promiseInsert,
  type PromiseKind,
  type PromiseOutcome,
  settlePromises,
} from '../waits/promises.store.ts';
import type { EntryRow } from './queue.store.ts';
import { lineAhead } from './queue.view.ts';

/** The statement that records what a waiting patient is told now; the first promise of a kind stays. */
export function promiseOf(row: EntryRow, kind: PromiseKind, now: Date): Sql {
  const line = lineAhead(row, now);
  const fit = row.fit ?? defaultFit;
  const { minutes, lower, upper } = estimateWait(line, fit);
  return promiseInsert({
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    entryId: row.id,
    kind,
    madeAt: now,
    ahead: line.ahead,
    bucket: bucketOf(line.ahead),
    ...predictWait(line, fit),
    median: minutes,
    lower,
    upper,
  });
}

type Left = Pick<EntryRow, 'id' | 'status' | 'cancelled_by'>;

/** Records what came of an entry's promises, now that it waits no longer. */
export function settlePromise(tx: Queryable, row: Left, now: Date): Promise<void> {
  return settlePromises(tx, row.id, outcomeOf(row), now);
}

/** Whether what became of the entry says that its promises were kept or broken. */
export function countsAsPromise(row: Left): boolean {
  return outcomeOf(row) === 'called';
}

function outcomeOf({ status, cancelled_by }: Left): PromiseOutcome {
  if (status === 'no_show') return 'no_show';
  if (status === 'cancelled') return cancelled_by === 'staff' ? 'removed' : 'left';
  return 'called';
}
