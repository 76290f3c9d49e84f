/** Starts a check of the audit hashes of the administrator's own hospital; the start is audited. */
import type { startAuditCheck as endpoint } from '@baari/contract/account/audit.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { auditCheckView, queueCheck } from './audit-check.ts';
import { findLastCheck } from './audit-check.store.ts';

/**
 * Starts a check of the audit trail and returns it. If a check is already running, returns the
 * running check.
 */
export async function startAuditCheck(
  context: StaffContext,
  onQueued: () => void,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  const now = clock.now();
  const started = await db.transaction(async (tx) => {
    await queueCheck(tx, actor.hospitalId, now);
    await recordAudit(tx, context, { action: 'check audit trail', patientIds: [], outcome: 'ok' });
    const check = await findLastCheck(tx, actor.hospitalId);
    return ok({ check: check === undefined ? null : auditCheckView(check, now) });
  });
  onQueued();
  return started;
}
