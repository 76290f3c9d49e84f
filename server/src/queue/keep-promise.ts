/** Every wait that a patient was told is kept on record, in the transaction of what told it [QST-12]. */
import type { Queryable } from '../platform/database.ts';
import { estimateWait, predictWait } from '../waits/estimate.rules.ts';
import { bucketOf, defaultFit } from '../waits/fit.rules.ts';
import {
  insertPromise,
  type PromiseKind,
  type PromiseOutcome,
  settlePromises,
} from '../waits/promises.store.ts';
import type { EntryRow } from './queue.store.ts';
import { lineAhead } from './queue.view.ts';

/** Records what a waiting patient is told now; the first promise of a kind stays. */
export async function recordPromise(
  tx: Queryable,
  row: EntryRow,
  kind: PromiseKind,
  now: Date,
): Promise<void> {
  const line = lineAhead(row, now);
  const fit = row.fit ?? defaultFit;
  const { minutes, lower, upper } = estimateWait(line, fit);
  await insertPromise(tx, {
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

/** Records what came of an entry's promises, now that it waits no longer; whether they count as kept or not. */
export async function settlePromise(
  tx: Queryable,
  row: Pick<EntryRow, 'id' | 'status' | 'cancelled_by'>,
  now: Date,
): Promise<boolean> {
  const outcome = outcomeOf(row);
  await settlePromises(tx, row.id, outcome, now);
  return outcome === 'called';
}

function outcomeOf({
  status,
  cancelled_by,
}: Pick<EntryRow, 'status' | 'cancelled_by'>): PromiseOutcome {
  if (status === 'no_show') return 'no_show';
  if (status === 'cancelled') return cancelled_by === 'staff' ? 'removed' : 'left';
  return 'called';
}
