import { formerSecretHours, type Webhook } from '@baari/contract/keys/webhooks.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { auditedHost } from './audited-host.rules.ts';
import {
  makeWebhookSecret,
  openWebhookSecret,
  publicKeyOf,
  sealWebhookSecret,
} from './delivery/signing.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { lockWebhook, replaceSecret } from './webhooks.store.ts';
import { webhookView } from './webhooks.view.ts';

type WithSecret = Promise<Result<{ webhook: Webhook; secret: string }>>;

/** Shows the secret of a webhook. Refuses: webhook_secret_lost after a lost SECRET [API-30]. */
export function revealWebhookSecret(
  context: MemberContext,
  id: string,
  { secrets }: WebhookSettings,
): WithSecret {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id, actor.hospitalId);
    if (row === undefined) return refuse('not_found');
    const secret = openWebhookSecret(row.sealed_secret, secrets);
    if (secret === undefined) return refuse('webhook_secret_lost');
    const details = { to: auditedHost(row.url) };
    await recordAudit(tx, context, { action: 'reveal webhook secret', details });
    return ok({ webhook: webhookView(row, clock.now()), secret });
  });
}

/** Makes a new secret. The former one also signs for a day, so that no delivery is refused. */
export function rotateWebhookSecret(
  context: MemberContext,
  id: string,
  { secrets }: WebhookSettings,
): WithSecret {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id, actor.hospitalId);
    if (row === undefined) return refuse('not_found');
    const now = clock.now();
    const secret = makeWebhookSecret();
    const rotated = await replaceSecret(tx, id, {
      sealedSecret: sealWebhookSecret(secret, secrets),
      publicKey: publicKeyOf(secret),
      formerUntil: new Date(now.getTime() + formerSecretHours * 3_600_000),
    });
    const details = { to: auditedHost(row.url) };
    await recordAudit(tx, context, { action: 'rotate webhook secret', details });
    return ok({ webhook: webhookView(rotated, now), secret });
  });
}
