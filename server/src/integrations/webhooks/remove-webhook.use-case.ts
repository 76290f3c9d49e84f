import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { auditedHost } from './audited-host.rules.ts';
import { deleteWebhook, lockWebhook } from './webhooks.store.ts';

/** Removes a webhook, its waiting events and its attempts [API-30]. */
export function removeWebhook(
  context: MemberContext,
  id: string,
): Promise<Result<Record<string, never>>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id, actor.hospitalId);
    if (row === undefined) return refuse('not_found');
    await deleteWebhook(tx, id);
    await recordAudit(tx, context, {
      action: 'remove webhook',
      details: { from: auditedHost(row.url) },
    });
    return ok({});
  });
}
