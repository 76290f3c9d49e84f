/** Maps the endpoints of API keys, events and webhooks to their use cases [API-28, API-29, API-30]. */
import * as keys from '@baari/contract/keys/api-keys.ts';
import { listEvents } from '@baari/contract/keys/public-events.ts';
import type { Route } from '../platform/http/route.ts';
import { type EventSettings, listEvents as readEvents } from './events/list-events.query.ts';
import { listApiKeys } from './list-api-keys.query.ts';
import { type KeySettings, makeApiKey } from './make-api-key.use-case.ts';
import { revokeApiKey } from './revoke-api-key.use-case.ts';
import { setKeyClient } from './smart/set-key-client.use-case.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';
import { mountWebhooks } from './webhooks/webhooks.routes.ts';

export interface IntegrationSettings extends KeySettings, EventSettings {
  readonly webhooks: WebhookSettings;
}

export function mountIntegrations(route: Route, settings: IntegrationSettings): void {
  route(keys.listApiKeys, ({ context }) => listApiKeys(context, settings));
  route(keys.makeApiKey, ({ context, body }) => makeApiKey(context, body, settings));
  route(listEvents, ({ context, query }) => readEvents(context, query, settings));
  route(keys.revokeApiKey, ({ context, params }) => revokeApiKey(context, params.id, settings));
  route(keys.setKeyClient, ({ context, params, body }) =>
    setKeyClient(context, params.id, body.publicKeys, {
      ...settings,
      addresses: settings.webhooks.addresses,
    }),
  );
  mountWebhooks(route, settings.webhooks);
}
