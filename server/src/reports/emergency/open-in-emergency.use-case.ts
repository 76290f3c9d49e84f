/**
 * Emergency access: opens one patient's reports for a limited time, with a recorded reason
 * [SEC-25].
 */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type EmergencyGiven,
  emergencyMinutes,
  type openInEmergency as endpoint,
} from '@baari/contract/visit/report-access.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { hasReports, insertEmergency } from '../report-access.store.ts';

/**
 * Opens the reports of a patient who has reports at the hospital. Each access is stored as a
 * separate row with its own reason.
 */
export function openInEmergency(
  context: MemberContext,
  patientId: string,
  given: EmergencyGiven,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  const opened = clock.now();
  const ends = new Date(opened.getTime() + emergencyMinutes * 60_000);
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    if (!(await hasReports(tx, patientId, actor.hospitalId))) return refuse('not_found');
    const id = await insertEmergency(tx, actor, { ...given, patientId, opened, ends });
    await recordAudit(tx, context, {
      action: 'open reports in an emergency',
      patientIds: [patientId],
      entryId: id,
    });
    return ok({ access: { id, endsAt: ends.toISOString() } });
  });
}
