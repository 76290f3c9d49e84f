/**
 * Puts an absent patient on hold in the line that called. The patient goes next after coming back. If
 * a doctor called from a shared line, the patient is on hold in the shared line. The next free doctor
 * of that line then calls the patient again [LINE-2].
 */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntry, changeEntryIn } from './change-entry.ts';
import type { EntryAnswer } from './entry-event.ts';
import { mayUse } from './queue.access.ts';
import { findEntryInLine } from './queue.store.ts';
import { staffEntryView } from './queue.view.ts';
import { findLineOfCall } from './transfer/transfer.store.ts';
import { moveOne, publishLeftLine } from './transfer/transfer.use-case.ts';

/**
 * Puts an entry on hold after checking the caller's right. If the patient was called from another
 * line, both lines are locked.
 */
export async function holdEntry<A extends Actor>(
  context: Context<A>,
  entryId: string,
  seen: number | undefined,
): Promise<Result<EntryAnswer<A> | { queue: StaffEntry }>> {
  const { db, actor, clock } = context;
  const from = await findLineOfCall(db, entryId);
  if (from === undefined || !isStaff(actor)) {
    return changeEntry(context, 'hold', entryId, { payload: {}, seen });
  }
  return db.transaction(async (tx) => {
    for (const id of [from.lineId, from.doctorId].toSorted()) await lockLine(tx, id);
    const entry = await findEntryInLine(tx, entryId);
    if (entry === undefined) return refuse('not_found');
    const allowed = mayUse('call', actor, entry);
    if (!allowed.ok) return allowed;
    // While this transaction waited for the locks, the patient was called from another line or
    // transferred.
    if (entry.line_id !== from.doctorId) return refuse('entry_changed');
    const held = await holdWhereCalled(tx, { ...context, actor }, entryId, { seen }, clock.now());
    return held.ok ? ok({ queue: held.value }) : held;
  });
}

/**
 * Puts an entry on hold as part of a larger action. The caller holds the locks of both lines from
 * `findLineOfCall`.
 */
export async function holdWhereCalled(
  tx: Queryable,
  context: StaffContext,
  entryId: string,
  { seen }: { readonly seen?: number | undefined },
  now: Date,
): Promise<Result<StaffEntry>> {
  const from = await findLineOfCall(tx, entryId);
  const hold = { name: 'hold', wish: { payload: {}, seen } } as const;
  const held = await changeEntryIn(tx, context, entryId, hold, now);
  if (!held.ok) return held;
  if (from === undefined) return ok(held.value.entry);
  const entry = await findEntryInLine(tx, entryId);
  if (entry === undefined) throw new Error('An entry that was just written cannot be read.');
  const placeIn = () => Promise.resolve(1);
  const how = { to: from.lineId, placeIn, kind: 'on_hold', isPart: true } as const;
  const back = await moveOne(tx, context, entry, how, now);
  await publishLeftLine(tx, from.doctorId, now);
  return ok(staffEntryView(back, now));
}
