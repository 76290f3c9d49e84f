import { randomUUID } from 'node:crypto';
import type { WebhookAttempt } from '@baari/contract/keys/webhooks.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { auditedHost } from './audited-host.rules.ts';
import { insertAttempt } from './delivery/deliveries.store.ts';
import { sendWebhook } from './delivery/send-webhook.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { findWebhook } from './webhooks.store.ts';
import { attemptView } from './webhooks.view.ts';

/** The server waits for the answer even if it stops meanwhile. */
const never = new AbortController().signal;

/**
 * Sends a signed test event of the type `ping` and waits for its answer, without a database
 * connection. It does not count as a success or a failure of the webhook [API-30].
 */
export async function testWebhook(
  context: MemberContext,
  id: string,
  settings: WebhookSettings,
): Promise<Result<{ attempt: WebhookAttempt }>> {
  const { db, actor, clock } = context;
  const row = await findWebhook(db, id, actor.hospitalId);
  if (row === undefined) return refuse('not_found');
  const at = clock.now();
  const ping = {
    id: `ping_${settings.cell}_${randomUUID()}`,
    type: 'ping',
    timestamp: at.toISOString(),
    data: { webhook: id },
  };
  const message = { id: ping.id, body: JSON.stringify(ping), at };
  const sent = await sendWebhook(row, message, settings, never);
  if (sent === undefined) return refuse('not_found');
  return db.transaction(async (tx) => {
    // The webhook may have been removed meanwhile.
    if ((await findWebhook(tx, id, actor.hospitalId)) === undefined) return refuse('not_found');
    const { outcome, status, latencyMs } = sent;
    const given = { endpointId: id, eventId: null, at, outcome, status, latencyMs };
    const attemptId = await insertAttempt(tx, given);
    const details = { to: auditedHost(row.url) };
    await recordAudit(tx, context, { action: 'test webhook', details });
    const attempt = { id: attemptId, event_id: null, type: null, at, outcome, status };
    return ok({ attempt: attemptView({ ...attempt, latency_ms: latencyMs }, settings.cell) });
  });
}
