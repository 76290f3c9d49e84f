import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { eventNumberIn } from '../events/public-events.view.ts';
import { auditedHost } from './audited-host.rules.ts';
import { hasEvent, requeue } from './delivery/deliveries.store.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { lockWebhook } from './webhooks.store.ts';

/** One event by its id, or the events recorded since a time. */
export type Resent = { readonly event: string } | { readonly since: string };

/**
 * Queues events of the last 30 days to be sent again. They keep their ids, so a receiver recognises
 * them [API-30].
 */
export async function resendEvents(
  context: MemberContext,
  id: string,
  resent: Resent,
  { cell, onQueued }: WebhookSettings,
): Promise<Result<{ queued: number }>> {
  const { db, actor, clock } = context;
  const done = await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id, actor.hospitalId);
    if (row === undefined) return refuse('not_found');
    const what =
      'since' in resent
        ? { since: new Date(resent.since) }
        : { event: eventNumberIn(resent.event, cell) ?? -1 };
    if ('event' in what && !(await hasEvent(tx, what.event, actor.hospitalId))) {
      return refuse('not_found');
    }
    const queued = await requeue(tx, id, what, clock.now());
    const details = { to: auditedHost(row.url) };
    await recordAudit(tx, context, { action: 'resend webhook events', details });
    return ok({ queued });
  });
  if (done.ok) onQueued();
  return done;
}
