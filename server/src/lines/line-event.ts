/** How a change of a shared line or its points is told: the line as it is right after [INV-5]. */
import type { SharedLine } from '@baari/contract/shared-line.ts';
import type { Queryable } from '../platform/database.ts';
import { recordEvent } from '../platform/event-log.store.ts';
import { findLine, listPointsOf } from './lines.store.ts';
import { sharedLineView } from './lines.view.ts';

/** Reads a line as it is now and records it for the hospital's staff. */
export async function tellLine(
  tx: Queryable,
  { hospitalId, lineId }: { readonly hospitalId: string; readonly lineId: string },
  now: Date,
): Promise<SharedLine> {
  const line = await readLine(tx, lineId);
  if (line === undefined) throw new Error('The line just written cannot be read.');
  await recordEvent(tx, {
    type: 'line_updated',
    at: now,
    hospitalId,
    doctorId: lineId,
    entryId: null,
    accountId: null,
    body: line,
  });
  return line;
}

export async function readLine(db: Queryable, lineId: string): Promise<SharedLine | undefined> {
  const row = await findLine(db, lineId);
  return row && sharedLineView(row, await listPointsOf(db, [lineId]));
}
