/** Closes a doctor's open entries one by one, as part of a larger action [DAY-1, DAY-2]. */
import type { CloseReason } from '@baari/contract/constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok } from '../../platform/result.ts';
import { changeEntryIn } from '../change-entry.ts';

interface Closing {
  readonly reason: CloseReason;
  /** The staff's message to the patients, in addition to the reason. */
  readonly word?: string | undefined;
}

/**
 * Closes these entries, each with its event and, if staff closed it, its audit row. The caller
 * holds the lock of the doctor's line and has just read the entries as open.
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
 * How many entries are closed in one transaction. The number is small, because live events are sent
 * only when the transaction ends.
 */
export const closedAtOnce = 100;

/** How a line is closed: which entries end, and which function runs after that. */
interface LineToClose {
  /**
   * Chooses which waiting and pending entries are closed. It runs while the line's lock is held.
   */
  readonly choose: (tx: Queryable, now: Date) => Promise<readonly string[]>;
  /**
   * Ends the day of the line itself. It is called in the same transaction that closes the last
   * entries.
   */
  readonly finish: (tx: Queryable, now: Date) => Promise<void>;
  readonly closing: Closing;
}

/**
 * Closes a doctor's entries in batches, then calls `finish`. It must not be used for an API call,
 * because an API call stores its response in one single transaction.
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
