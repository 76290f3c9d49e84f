/** The desk's view of a merge [DESK-10]. */
import type { PatientMerge } from '@baari/contract/patient/merge.ts';
import { mayUndo, type Merged, undoUntil } from './merge.rules.ts';
import type { MergeRow } from './merge.store.ts';

export function mergedOf(row: MergeRow, isAdmin: boolean): Merged {
  return {
    mergedAt: row.merged_at,
    isUndone: row.undone_at !== null,
    keptHasAccount: row.kept_account_id !== null,
    isAdmin,
    isErased: row.is_erased,
    isMergedFurther: row.is_merged_further,
  };
}

export function patientMergeView(row: MergeRow, isAdmin: boolean, now: Date): PatientMerge {
  const canUndo = mayUndo(mergedOf(row, isAdmin), now).ok;
  return {
    id: row.id,
    at: row.merged_at.toISOString(),
    by: row.merged_by_name ?? '',
    kept: { id: row.kept_id, name: row.kept_name },
    gone: { id: row.gone_id, name: row.gone_name },
    moves: {
      visits: row.entry_ids.length,
      appointments: row.appointment_ids.length,
      reports: row.report_ids.length,
    },
    undoUntil: canUndo ? undoUntil(row.merged_at).toISOString() : null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}
