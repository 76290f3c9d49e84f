import type { PublicEventType } from '@baari/contract/keys/public-events.ts';
import { maxWebhooks, type Webhook } from '@baari/contract/keys/webhooks.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { makeWebhookSecret, publicKeyOf, sealWebhookSecret } from './delivery/signing.ts';
import { checkWebhookAddress } from './webhook-address.ts';
import { auditedHost } from './audited-host.rules.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { countWebhooks, insertWebhook } from './webhooks.store.ts';
import { webhookView } from './webhooks.view.ts';

export interface WebhookGiven {
  readonly url: string;
  readonly types: readonly PublicEventType[] | null;
}

/** Makes a webhook, which gets the hospital's events from now on [API-30]. */
export async function makeWebhook(
  context: MemberContext,
  { url, types }: WebhookGiven,
  { addresses, secrets }: WebhookSettings,
): Promise<Result<{ webhook: Webhook; secret: string }>> {
  const { db, actor, clock } = context;
  const checked = await checkWebhookAddress(url, addresses);
  if (!checked.ok) return checked;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const { hospitalId } = actor;
    if ((await countWebhooks(tx, hospitalId)) >= maxWebhooks) return refuse('too_many_webhooks');
    const now = clock.now();
    const secret = makeWebhookSecret();
    const row = await insertWebhook(tx, {
      hospitalId,
      url: checked.value,
      types: types === null ? null : [...new Set(types)],
      sealedSecret: sealWebhookSecret(secret, secrets),
      publicKey: publicKeyOf(secret),
      madeAt: now,
      madeBy: actor.userId,
    });
    await recordAudit(tx, context, {
      action: 'make webhook',
      details: { to: auditedHost(row.url) },
    });
    return ok({ webhook: webhookView(row, now), secret });
  });
}
