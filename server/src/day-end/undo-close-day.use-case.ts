/** Reopens a day that the desk closed [DAY-1]. */
import type { DayEnd } from '@baari/contract/hospital/day-end.ts';
import { findDoctor } from '../doctors/doctors.store.ts';
import { setPresence } from '../doctors/presence/set-presence.ts';
import { publishLine } from '../lines/line-event.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { type Queryable, violates } from '../platform/database/database.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeEntryIn } from '../queue/change-entry.ts';
import {
  type ClosingRow,
  findLatestClosing,
  listStillClosed,
  listStillOffline,
  lockClosing,
  markClosingUndone,
  reopenPoints,
  restorePlans,
} from './day-closing.store.ts';
import { readDay } from './day-end.query.ts';
import { breakLeft, undoEndsAt } from './day-end.rules.ts';
import { listDoctorsToEnd } from './day-end.store.ts';

interface Reopened {
  readonly reopened: number;
  readonly elsewhere: number;
  readonly dayEnd: DayEnd;
}

/**
 * Undoes the closing of a day in one transaction. Restores the doctors' statuses, open counters,
 * planned steps, and each request and entry at its former position. A patient who has joined
 * another line since then stays in that line. Refuses ten minutes after the closing, after a line
 * or doctor was removed, and after another closing.
 */
export function undoCloseDay(context: StaffContext, closingId: string): Promise<Result<Reopened>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  const undone = db.transaction(async (tx): Promise<Result<Reopened>> => {
    const lines = await listDoctorsToEnd(tx, hospitalId);
    for (const lineId of lines) await lockLine(tx, lineId);
    const closing = await lockClosing(tx, closingId, hospitalId);
    if (closing === undefined) return refuse('not_found');
    const now = clock.now();
    if (closing.undone_at !== null || undoEndsAt(closing.last_part_at) < now) {
      return refuse('day_undo_over');
    }
    const entries = await listStillClosed(tx, closing);
    const latest = await findLatestClosing(tx, hospitalId);
    const there = new Set(lines);
    const isGone = (id: string) => !there.has(id);
    const touched = [
      ...entries.map(({ lineId }) => lineId),
      ...closing.doctors.map(({ id }) => id),
    ];
    if (latest?.id !== closing.id || touched.some(isGone)) return refuse('day_undo_changed');
    await restoreDoctors(tx, closing, now);
    for (const lineId of await reopenPoints(tx, closing.points, closing, now)) {
      await publishLine(tx, { hospitalId, lineId }, now);
    }
    await restorePlans(tx, closing.plans);
    const bringBack = { name: 'bring_back', wish: { payload: {} } } as const;
    let reopened = 0;
    for (const { id } of entries) {
      const back = await changeEntryIn(tx, context, id, bringBack, now);
      if (back.ok) reopened += 1;
      // The patient has joined another line since the day was closed. The closed entry then stays
      // closed.
      else if (back.code !== 'already_in_queue') return refuse('day_undo_changed');
    }
    await markClosingUndone(tx, closing.id, actor.userId, now);
    await recordAudit(tx, context, { action: 'undo closing the day' });
    const elsewhere = closing.entry_ids.length - reopened;
    return ok({ reopened, elsewhere, dayEnd: await readDay({ db: tx, actor, clock }) });
  });
  return undone.catch((error: unknown) => {
    // The patient joined another line in a concurrent transaction.
    if (violates(error, 'one_open_entry_per_patient')) return refuse('day_undo_changed');
    throw error;
  });
}

/**
 * Restores the doctors' statuses. A doctor whose status changed after the closing is left
 * unchanged.
 */
async function restoreDoctors(tx: Queryable, closing: ClosingRow, now: Date): Promise<void> {
  const offline = await listStillOffline(
    tx,
    closing.doctors.map(({ id }) => id),
    closing,
  );
  for (const { id, status, breakUntil } of closing.doctors) {
    const row = offline.has(id) ? await findDoctor(tx, id, now) : undefined;
    if (row === undefined) continue;
    const until = breakLeft(breakUntil, now);
    const presence =
      until === undefined
        ? ({ status: 'Available', breakUntil: null } as const)
        : { status, breakUntil: until };
    await setPresence(tx, row, presence, now);
  }
}
