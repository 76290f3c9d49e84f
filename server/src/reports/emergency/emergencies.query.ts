/**
 * Lists emergency accesses to reports, for the review by the hospital's administrators [SEC-25].
 */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import {
  emergenciesShown,
  type listEmergencies as endpoint,
} from '@baari/contract/visit/report-access.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { StaffContext } from '../../platform/context.ts';
import { pageOf } from '../../platform/database/page.rules.ts';
import { ok, type Result } from '../../platform/result.ts';
import { countUnseen, listEmergencies, readTimeZone } from '../report-access.store.ts';
import { emergencyView } from '../reports.view.ts';

export async function getEmergencies(
  context: StaffContext,
  after: string | undefined,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor } = context;
  const [found, timeZone] = await Promise.all([
    listEmergencies(db, actor.hospitalId, after, emergenciesShown + 1),
    readTimeZone(db, actor.hospitalId),
  ]);
  const { rows, next } = pageOf(found, emergenciesShown, ({ id }) => id);
  await recordAudit(db, context, {
    action: 'read emergency access',
    patientIds: [...new Set(rows.map((row) => row.patient_id))],
  });
  return ok({ emergencies: rows.map(emergencyView), next, timeZone });
}

/** Counts emergency accesses without patient data. */
export async function countEmergencies({
  db,
  actor,
}: StaffContext): Promise<Result<{ unseen: number }>> {
  return ok({ unseen: await countUnseen(db, actor.hospitalId) });
}
