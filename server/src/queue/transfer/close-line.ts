/** Closes what waits for a doctor, one entry after the other, as part of a larger act [DAY-1, DAY-2]. */
import type { CloseReason } from '@baari/contract/constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockDoctor } from '../../platform/hospital-sql/doctor-lock.store.ts';
import { ok } from '../../platform/result.ts';
import { changeEntryIn } from '../change-entry.ts';

interface Closing {
  readonly reason: CloseReason;
  /** To the patients, besides the reason. */
  readonly word?: string | undefined;
}

/**
 * Closes these entries, each with its event and, where somebody of the staff does it, its audit row. The
 * caller holds the doctor's lock and has just read that they wait.
 */
export async function closeEntries(
  tx: Queryable,
  context: Context,
  entryIds: readonly string[],
  closing: Closing,
  now: Date,
): Promise<void> {
  for (const id of entryIds) {
    const closed = await changeEntryIn(tx, context, 'close', id, { given: closing }, now);
    if (!closed.ok) throw new Error(`An entry that waits could not be closed: ${closed.code}.`);
  }
}

/** Entries closed in one transaction: what it wrote keeps live events waiting until it ends. */
export const closedAtOnce = 100;

/** What a line's closing needs besides what is said to the patients. */
interface LineToClose {
  /** Read under the lock: which of those who wait or have asked are closed. */
  readonly choose: (tx: Queryable, now: Date) => Promise<readonly string[]>;
  /** With the last of them, in the same transaction. */
  readonly finish: (tx: Queryable, now: Date) => Promise<void>;
  readonly closing: Closing;
}

/**
 * Closes a doctor's line, some at a time, and then what belongs to it. Not for a call, whose answer is
 * stored with its one transaction.
 */
export async function closeLine(
  context: Context<null>,
  doctorId: string,
  { choose, finish, closing }: LineToClose,
): Promise<void> {
  for (;;) {
    const isLast = await context.db.transaction(async (tx) => {
      await lockDoctor(tx, doctorId);
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
