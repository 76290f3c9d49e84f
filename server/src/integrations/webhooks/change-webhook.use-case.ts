import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import type { Webhook } from '@baari/contract/keys/webhooks.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { auditedHost } from './audited-host.rules.ts';
import { hastenDeliveries } from './delivery/deliveries.store.ts';
import { checkWebhookAddress } from './webhook-address.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { lockWebhook, updateWebhook, type WebhookRow } from './webhooks.store.ts';
import { webhookView } from './webhooks.view.ts';

export interface WebhookEdit {
  readonly url?: string | undefined;
  readonly types?: readonly PublicEventType[] | null | undefined;
  readonly isPaused?: boolean | undefined;
}

/**
 * Changes a webhook. While it is paused its events wait; when it is resumed, they are sent in their
 * order [API-30].
 */
export async function changeWebhook(
  context: MemberContext,
  id: string,
  { url, types, isPaused }: WebhookEdit,
  { addresses, onQueued }: WebhookSettings,
): Promise<Result<{ webhook: Webhook }>> {
  const { db, actor, clock } = context;
  const checked = url === undefined ? ok(undefined) : await checkWebhookAddress(url, addresses);
  if (!checked.ok) return checked;
  const changed = await db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id, actor.hospitalId);
    if (before === undefined) return refuse('not_found');
    const now = clock.now();
    const state = stateAfter(before, isPaused);
    const given = { url: checked.value, types, state };
    const isSame = Object.values(given).every((value) => value === undefined);
    const row = isSame ? before : await updateWebhook(tx, id, given);
    if (row.state === 'active' && before.state !== 'active') await hastenDeliveries(tx, id, now);
    await recordAudit(tx, context, {
      action: 'change webhook',
      details: { from: auditedHost(before.url), to: auditedHost(row.url) },
    });
    return ok({ webhook: webhookView(row, now) });
  });
  if (changed.ok) onQueued();
  return changed;
}

/** The new state; undefined if it stays. A disabled webhook stays disabled until it is resumed. */
function stateAfter(
  { state }: WebhookRow,
  isPaused: boolean | undefined,
): 'active' | 'paused' | undefined {
  if (isPaused === false && state !== 'active') return 'active';
  return isPaused === true && state === 'active' ? 'paused' : undefined;
}
