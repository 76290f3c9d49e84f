/**
 * The event of a changed shared line or service point. It contains the line as it is right after
 * the change [INV-5].
 */
import type { PublishedLine, SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { noteLineState } from '../platform/events/outgoing-change.store.ts';
import { findSharedLine, listPointsOf } from './lines.store.ts';
import { sharedLineView } from './lines.view.ts';

/** Reads a line and records its event for the hospital's staff. */
export async function publishLine(
  tx: Queryable,
  { hospitalId, lineId }: { readonly hospitalId: string; readonly lineId: string },
  now: Date,
): Promise<SharedLine> {
  const line = await readLine(tx, lineId);
  if (line === undefined) throw new Error('The line just written cannot be read.');
  await recordLine(tx, { hospitalId, line }, now);
  return line;
}

/** Records for the hospital's staff that a line was removed. */
export async function publishRemovedLine(
  tx: Queryable,
  { hospitalId, line }: { readonly hospitalId: string; readonly line: SharedLine },
  now: Date,
): Promise<void> {
  await recordLine(tx, { hospitalId, line: { ...line, isGone: true } }, now);
}

async function recordLine(
  tx: Queryable,
  { hospitalId, line }: { readonly hospitalId: string; readonly line: PublishedLine },
  now: Date,
): Promise<void> {
  await recordEvent(tx, {
    type: 'line_updated',
    at: now,
    hospitalId,
    doctorId: line.id,
    entryId: null,
    accountId: null,
    body: line,
  });
  const isOpen = line.isGone !== true && line.points.some(({ state }) => state === 'open');
  await noteLineState(tx, { hospitalId, lineId: line.id, isOpen }, now);
}

export async function readLine(db: Queryable, lineId: string): Promise<SharedLine | undefined> {
  const row = await findSharedLine(db, lineId);
  return row && sharedLineView(row, await listPointsOf(db, [lineId]));
}
