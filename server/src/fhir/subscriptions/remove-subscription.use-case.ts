import { auditedHost } from '../../integrations/webhooks/audited-host.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { isUuid, type Reader } from '../reads/reader.ts';
import { deleteSubscription } from './subscriptions.store.ts';

/** Ends a subscription of the key at once [API-42]. */
export async function removeSubscription(
  { context }: Reader,
  id: string,
): Promise<Result<Record<string, never>>> {
  const { db, actor } = context;
  if (!isUuid(id)) return refuse('not_found');
  return db.transaction(async (tx) => {
    const row = await deleteSubscription(tx, id, actor.userId);
    if (row === undefined) return refuse('not_found');
    await recordAudit(tx, context, {
      action: 'remove FHIR subscription',
      details: { from: auditedHost(row.url) },
    });
    return ok({});
  });
}
