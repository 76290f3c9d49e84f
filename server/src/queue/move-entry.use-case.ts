import type { MoveReason } from '@baari/contract/constants.ts';
import { placeOneOn } from '@baari/contract/line.ts';
import type { MoveEffect } from '@baari/contract/queue.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntry, type EntryAnswer, ownersOf, readLine, standingOf } from './change-entry.ts';
import { effectOfMove, mayMove } from './line.rules.ts';
import { mayRunDesk, maySee } from './queue.access.ts';
import { type EntryChange, move } from './queue.rules.ts';
import { countWaiting } from './line.store.ts';
import { findEntry } from './queue.store.ts';

/** Swaps a waiting entry with the one in front of it; asks for no reason [QST-9, API-14]. */
export function moveEntryUp(context: StaffContext, entryId: string): Promise<Result<EntryAnswer>> {
  return moveOneOn(context, entryId, -1);
}

/** Swaps a waiting entry with the one behind it; asks for no reason [QST-9, API-14]. */
export function moveEntryDown(
  context: StaffContext,
  entryId: string,
): Promise<Result<EntryAnswer>> {
  return moveOneOn(context, entryId, 1);
}

export interface Move {
  readonly position: number;
  readonly reason?: MoveReason | undefined;
}

/**
 * Puts a waiting entry at a position. Refuses without a reason where somebody would be passed too
 * often or wait too long, and where the line is no longer the one that was looked at [INV-12].
 */
export function moveEntry(
  context: StaffContext,
  entryId: string,
  { position, reason }: Move,
  seen: number | undefined,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: 'move',
    as: 'move',
    seen,
    seenLine: seen,
    may: mayRunDesk,
    async rule(standing, now, { line }): Promise<Result<EntryChange>> {
      const allowed = move(standing, position, reason ?? 'desk');
      if (!allowed.ok) return allowed;
      const place = mayMove(await line(), entryId, position, reason, now);
      return place.ok ? move(standing, place.value, reason ?? 'desk') : place;
    },
  });
}

/** What a move would do, before it is made. Figures only: nobody's data is read out [INV-12]. */
export async function getMoveEffect(
  context: StaffContext,
  entryId: string,
  position: number,
): Promise<Result<{ effect: MoveEffect }>> {
  const { db, actor, clock } = context;
  const entry = await findEntry(db, entryId);
  if (entry === undefined || !maySee(actor, ownersOf(entry))) return refuse('not_found');
  const allowed = move(
    standingOf(entry, await countWaiting(db, entry.doctor_id)),
    position,
    'desk',
  );
  if (!allowed.ok) return allowed;
  const now = clock.now();
  const line = await readLine(db, entry, now);
  const { place: _asked, ...effect } = effectOfMove(line, entryId, position, now);
  return ok({ effect });
}

function moveOneOn(
  context: StaffContext,
  entryId: string,
  by: 1 | -1,
): Promise<Result<EntryAnswer>> {
  return changeEntry(context, entryId, {
    name: by === -1 ? 'move up' : 'move down',
    as: 'move',
    may: mayRunDesk,
    async rule(standing, _now, { order }): Promise<Result<EntryChange>> {
      const allowed = move(standing, standing.place, 'desk');
      if (!allowed.ok) return allowed;
      const place = placeOneOn(await order(), entryId, by);
      if (place === undefined) return refuse(by === -1 ? 'already_first' : 'already_last');
      return move(standing, place, 'desk');
    },
  });
}
