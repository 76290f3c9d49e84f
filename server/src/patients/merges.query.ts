/** Previews the effect of a merge, and lists past merges [DESK-10]. */
import {
  mergesShown,
  type previewMerge as previewCall,
  type PatientMerge,
} from '@baari/contract/patient/merge.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { mayMerge } from './merge.rules.ts';
import { countMoves, listMergesOf, readConflicts } from './merge.store.ts';
import { patientMergeView } from './merge.view.ts';
import { listFacts } from './patients.store.ts';
import { patientFactsView } from './patients.view.ts';

/** Previews a merge and changes nothing. Refuses a patient of another hospital as not_found. */
export async function previewMerge(
  context: MemberContext,
  keptId: string,
  goneId: string,
): Promise<Result<ReplyOf<typeof previewCall>>> {
  const { db, actor, clock } = context;
  const rows = await listFacts(db, actor.hospitalId, [keptId, goneId]);
  const kept = rows.find(({ id }) => id === keptId);
  const gone = rows.find(({ id }) => id === goneId);
  if (kept === undefined || gone === undefined) return refuse('not_found');
  const [moves, conflicts] = await Promise.all([
    countMoves(db, goneId),
    readConflicts(db, keptId, goneId),
  ]);
  await recordAudit(db, context, { action: 'look at a merge', patientIds: [keptId, goneId] });
  const allowed = mayMerge({
    isSame: keptId === goneId,
    keptHasAccount: kept.account_id !== null,
    goneHasAccount: gone.account_id !== null,
    isAdmin: actor.role === 'hospital_admin',
    areBothOpen: conflicts.are_both_open,
    areBothBooked: conflicts.are_both_booked,
  });
  const today = dayAt(clock.now(), 'UTC');
  return ok({
    kept: patientFactsView(kept, actor.role, today),
    gone: patientFactsView(gone, actor.role, today),
    moves,
    refused: allowed.ok ? null : allowed.code,
  });
}

export async function listMerges(
  context: MemberContext,
): Promise<Result<{ merges: PatientMerge[] }>> {
  const { db, actor, clock } = context;
  const rows = await listMergesOf(db, actor.hospitalId, mergesShown);
  await recordAudit(db, context, {
    action: 'read merges',
    patientIds: [...new Set(rows.flatMap((row) => [row.kept_id, row.gone_id]))],
  });
  const isAdmin = actor.role === 'hospital_admin';
  const now = clock.now();
  return ok({ merges: rows.map((row) => patientMergeView(row, isAdmin, now)) });
}
