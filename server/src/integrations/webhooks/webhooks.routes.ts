/** Maps the endpoints of webhooks to their use cases [API-30]. */
import * as webhooks from '@baari/contract/keys/webhooks.ts';
import type { Route } from '../../platform/http/route.ts';
import { changeWebhook } from './change-webhook.use-case.ts';
import { listWebhookAttempts, listWebhooks } from './list-webhooks.query.ts';
import { makeWebhook } from './make-webhook.use-case.ts';
import { removeWebhook } from './remove-webhook.use-case.ts';
import { resendEvents } from './resend-events.use-case.ts';
import { testWebhook } from './test-webhook.use-case.ts';
import { revealWebhookSecret, rotateWebhookSecret } from './webhook-secret.use-case.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export function mountWebhooks(route: Route, settings: WebhookSettings): void {
  const { cell } = settings;
  route(webhooks.listWebhooks, ({ context }) => listWebhooks(context));
  route(webhooks.makeWebhook, ({ context, body }) => makeWebhook(context, body, settings));
  route(webhooks.changeWebhook, ({ context, params, body }) =>
    changeWebhook(context, params.id, body, settings),
  );
  route(webhooks.removeWebhook, ({ context, params }) => removeWebhook(context, params.id));
  route(webhooks.revealWebhookSecret, ({ context, params }) =>
    revealWebhookSecret(context, params.id, settings),
  );
  route(webhooks.rotateWebhookSecret, ({ context, params }) =>
    rotateWebhookSecret(context, params.id, settings),
  );
  route(webhooks.testWebhook, ({ context, params }) => testWebhook(context, params.id, settings));
  route(webhooks.listWebhookAttempts, ({ context, params, query }) =>
    listWebhookAttempts(context, params.id, query.before, cell),
  );
  route(webhooks.resendEvent, ({ context, params, body }) =>
    resendEvents(context, params.id, body, settings),
  );
  route(webhooks.resendSince, ({ context, params, body }) =>
    resendEvents(context, params.id, body, settings),
  );
}
