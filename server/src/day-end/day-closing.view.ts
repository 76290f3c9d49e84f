/** The desk's view of a day that the desk closed, shown while the closing can be undone [DAY-1]. */
import type { DayClosing } from '@baari/contract/hospital/day-end.ts';
import type { ClosingRow } from './day-closing.store.ts';
import { undoEndsAt } from './day-end.rules.ts';

/** The view of a closing of the day; null once the closing can no longer be undone. */
export function closingView(row: ClosingRow, now: Date): DayClosing | null {
  const undoUntil = undoEndsAt(row.last_part_at);
  if (row.undone_at !== null || undoUntil < now) return null;
  return {
    id: row.id,
    closedAt: row.closed_at.toISOString(),
    byName: row.by_name,
    patients: row.entry_ids.length,
    undoUntil: undoUntil.toISOString(),
  };
}
