/** Webhooks and their attempts as the hospital's administrators see them. */
import type { Webhook, WebhookAttempt } from '@baari/contract/keys/webhooks.ts';
import { eventId } from '../events/public-events.view.ts';
import type { AttemptRow } from './delivery/deliveries.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

export function webhookView(row: WebhookRow, now: Date): Webhook {
  const { former_until: until } = row;
  return {
    id: row.id,
    url: row.url,
    types: row.types,
    state: row.state,
    publicKey: row.public_key,
    madeAt: row.made_at.toISOString(),
    madeBy: { id: row.made_by, name: row.maker ?? '' },
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    formerSecretUntil: until !== null && now < until ? until.toISOString() : null,
    waiting: row.waiting,
  };
}

export function attemptView(row: AttemptRow, cell: string): WebhookAttempt {
  const { event_id: event, type } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    event: event === null || type === null ? null : { id: eventId(event, cell), type },
    outcome: row.outcome,
    status: row.status,
    latencyMs: row.latency_ms,
  };
}
