/** Closes a doctor's open entries one by one, as part of a larger action [DAY-1, DAY-2]. */
import type { CloseReason } from '@baari/contract/constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok } from '../../platform/result.ts';
import { changeEntryIn } from '../change-entry.ts';

interface Closing {
  readonly reason: CloseReason;
  /** A message to the patients, besides the reason. */
  readonly word?: string | undefined;
}

/**
 * Closes these entries, each with its event and, if done by staff, its audit row. The caller holds
 * the doctor's lock and has just read them as open.
 */
export async function closeEntries(
  tx: Queryable,
  context: Context,
  entryIds: readonly string[],
  closing: Closing,
  now: Date,
): Promise<void> {
  const close = { name: 'close', wish: { payload: closing } } as const;
  for (const id of entryIds) {
    const closed = await changeEntryIn(tx, context, id, close, now);
    if (!closed.ok) throw new Error(`An entry that waits could not be closed: ${closed.code}.`);
  }
}

/**
 * How many entries are closed in one transaction. The number is small, since live events wait until it ends.
 */
export const closedAtOnce = 100;

/** The parameters of closing a line, besides the text to the patients. */
interface LineToClose {
  /** Chooses under the lock which waiting and pending entries are closed. */
  readonly choose: (tx: Queryable, now: Date) => Promise<readonly string[]>;
  /** Called in the same transaction as the last entries. */
  readonly finish: (tx: Queryable, now: Date) => Promise<void>;
  readonly closing: Closing;
}

/**
 * Closes a doctor's line in batches, then what belongs to it. Not for an API call, whose answer is
 * stored in a single transaction.
 */
export async function closeLine(
  context: Context<null>,
  doctorId: string,
  { choose, finish, closing }: LineToClose,
): Promise<void> {
  for (;;) {
    const isLast = await context.db.transaction(async (tx) => {
      await lockLine(tx, doctorId);
      const now = context.clock.now();
      const chosen = await choose(tx, now);
      const some = chosen.slice(0, closedAtOnce);
      await closeEntries(tx, context, some, closing, now);
      const isAll = some.length === chosen.length;
      if (isAll) await finish(tx, now);
      return ok(isAll);
    });
    if (!isLast.ok || isLast.value) return;
  }
}
