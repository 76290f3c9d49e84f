import { auditedHost } from '../../integrations/webhooks/audited-host.rules.ts';
import { checkWebhookAddress } from '../../integrations/webhooks/webhook-address.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import type { Reader } from '../reads/reader.ts';
import type { SubscriptionGiven } from './read-given.ts';
import { sealHeaders } from './headers.ts';
import {
  countLines,
  countSubscriptions,
  insertSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { mostSubscriptions, topics } from './topics.rules.ts';

/** Makes a subscription, which gets its handshake soon; refuses lines of other hospitals [API-42]. */
export async function makeSubscription(
  { context, now }: Reader,
  given: SubscriptionGiven,
  { addresses, secrets }: { readonly addresses: Addresses; readonly secrets: Secrets },
): Promise<Result<SubscriptionRow>> {
  const { db, actor } = context;
  const { hospitalId, userId: keyId, scopes } = actor;
  const { topic, lineIds, headers, ...rest } = given;
  if (!scopes.includes(topics[topic].scope)) return refuse('not_in_scope', topics[topic].scope);
  const checked = await checkWebhookAddress(given.url, addresses);
  if (!checked.ok) return checked;
  const lines = lineIds === null ? [] : [...new Set(lineIds)];
  if (lines.length > 0 && (await countLines(db, hospitalId, lines)) < lines.length) {
    return refuse('not_found', 'The hospital does not have each of these lines.');
  }
  return db.transaction(async (tx) => {
    const count = await countSubscriptions(tx, keyId, now);
    if (count === undefined) return refuse('key_not_valid');
    if (count >= mostSubscriptions) return refuse('too_many_subscriptions');
    const row = await insertSubscription(
      tx,
      {
        ...rest,
        hospitalId,
        keyId,
        topic,
        url: checked.value,
        lineIds: lineIds === null ? null : lines,
        hasRequests: topic === 'appointment' && scopes.includes('queue:read'),
        sealedHeaders: sealHeaders(headers, secrets),
      },
      now,
    );
    await recordAudit(tx, context, {
      action: 'make FHIR subscription',
      details: { to: auditedHost(row.url) },
    });
    return ok(row);
  });
}
